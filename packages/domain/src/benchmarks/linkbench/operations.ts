/** The operations of Linkbench, by the letters of the response-time tables; the names are those that the program prints. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  an: 'add_node',
  un: 'update_node',
  dn: 'delete_node',
  gn: 'get_node',
  al: 'add_link',
  dl: 'delete_link',
  ul: 'update_link',
  cl: 'count_link',
  mg: 'multiget_link',
  gll: 'get_links_list',
}
