/** An allow-list with one command, which the owner of a machine adapts. */
export const EXAMPLE_ALLOW_LIST = `runner: lab3
hardware: lab3
commands:
  point-query:
    description: sysbench point queries, one minute
    argv: [sysbench, oltp_point_select, "--threads={clients}", --time=60, run]
    facts: { product: PostgreSQL, version: "{version}" }
    parameters:
      clients: { values: [1, 8, 16], default: 8 }
      version: { pattern: "1[0-9]\\\\.[0-9]{1,2}" }
`
