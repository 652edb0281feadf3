/** Address of the MCP server (Model Context Protocol) of this server. */
export const MCP_PATH = '/api/mcp'
