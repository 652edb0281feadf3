import type { Tool } from './tool.ts'
import { compareTools } from './tools/compare-tools.ts'
import { experimentTools } from './tools/experiment-tools.ts'
import { findingTools } from './tools/finding-tools.ts'
import { profileTools } from './tools/profile-tools.ts'
import { projectTools } from './tools/project-tools.ts'
import { runPlanTools } from './tools/run-plan-tools.ts'
import { runRequestTools } from './tools/run-request-tools.ts'
import { seriesTools } from './tools/series-tools.ts'
import { specTools } from './tools/spec-tools.ts'
import { uploadTools } from './tools/upload-tools.ts'

/** Every tool of the MCP server, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  ...projectTools,
  ...compareTools,
  ...findingTools,
  ...profileTools,
  ...seriesTools,
  ...uploadTools,
  ...experimentTools,
  ...runRequestTools,
  ...runPlanTools,
  ...specTools,
]
