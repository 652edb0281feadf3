/**
 * The profile for folders with plain names, such as postgresql-18.4/v1/oltp_read_only.t8.txt (docs/import-profiles.md).
 */
export const plainProfileYaml = `
schemaVersion: 1
name: plain
about: >
  Folders with plain names: postgresql-18.4/v1/oltp_read_only.t8.txt, with vmstat and iostat beside it
  (oltp_read_only.t8.vmstat.txt). What names do not say is stated by the one who imports.

directories:
  - match: "{product:letters}-{version:version}"
    values:
      product:
        { postgres: PostgreSQL, postgresql: PostgreSQL, pg: PostgreSQL, mysql: MySQL, mariadb: MariaDB, rocksdb: RocksDB, myrocks: MyRocks }
  - match: "v{repeat:digits1}"
  - match: "run{repeat:digits}"
  - match: "hardware={hardware:any}"
  - match: "config={config:any}"
  - match: "build={build:any}"
  - match: "workload={workload:any}"
  - match: "clients={clients:digits}"

files:
  - { match: "{test}.t{clients:digits}.{_what:word}[.{_end:word}]", kind: by-content }
  - { match: "{test}.t{clients:digits}", kind: by-content }
  - { match: "{test}.{_what:vmstat|iostat}[.{_end:word}]", kind: by-content }
  - { match: "{test}.{_end:txt|log|out}", kind: by-content }
  - { match: "{test}", kind: by-content }

benchmarks:
  sysbench:
    primaryMetric: qps
    connectionsPerClient: 1
    order:
      [oltp_point_select, select_random_points, select_random_ranges, oltp_read_only, oltp_read_write, oltp_write_only,
       oltp_delete, oltp_insert, bulk_insert, oltp_update_index, oltp_update_non_index, cpu, memory, fileio, threads, mutex]
  db_bench:
    product: RocksDB
    primaryMetric: ops/s
    clients: 1
    order:
      [fillseq, fillrandom, revrange, readrandom, fwdrange, multireadrandom, overwritesome,
       revrangewhilewriting, fwdrangewhilewriting, readwhilewriting, overwrite, overwriteandwait]
    warmups: [revrange, overwritesome]

defaults: { config: unknown }
`
