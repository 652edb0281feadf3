import { sysbenchOutput, VMSTAT } from './sysbench-output-text.ts'

/** The header of report.tsv of RocksDB 10. */
export const REPORT_HEADER =
  'ops_sec\tmb_sec\tlsm_sz\tblob_sz\tc_wgb\tw_amp\tc_mbps\tc_wsecs\tc_csecs\tb_rgb\tb_wgb\tusec_op\tp50\tp99\tp99.9\tp99.99\tpmax\tuptime\tstall%\tNstall\tu_cpu\ts_cpu\trss\ttest\tdate\tversion\tjob_id\tgithash'

/** One row of report.tsv: a test, its date and its operations per second. */
export const reportRow = (test: string, date: string, ops = 1000) =>
  `${ops}\t4.0\t1GB\t0GB\t0.1\t1.0\t10.0\t1\t1\t0\t0\t0.7\t0.5\t1\t4\t11\t93\t29\t0.0\t0\t0.0\t0.0\t0.1\t${test}\t${date}\t10.2.1\t\t4b2122578e`

/** A table of queries per second of two servers. */
export const QPS_TABLE = `col-1 : x.pg176_o2nofp.x10a_c8r32.pk1
col-2 : x.pg180_o2nofp.x10b_c8r32.pk1

col-1	col-2
1000	1100	point-query_range=100
2000	1900	insert_range=100
`

/**
 * Files of sysbench and db_bench in one folder: raw output, tables of the same results, and a file that is not a
 * result.
 */
export const MIXED_FOLDER: readonly { path: string; text: string }[] = [
  { path: 'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/sb.o.insert.range100.pk1.dop4', text: sysbenchOutput({ qps: 2000 }) },
  { path: 'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/sb.vm.insert.range100.pk1.dop4.gz', text: VMSTAT },
  { path: 'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/conf.diff', text: "shared_buffers = 8GB # most\nwal_level='replica'\n" },
  { path: 'dop4/qps.abs.all.tsv', text: QPS_TABLE },
  { path: 'dop4/qps.abs.all.csv', text: 'point-query_range=100,1000,1100\ninsert_range=100,2000,1900\n' },
  { path: 'dop4/qps.rel.all.csv', text: 'point-query_range=100,1.10\ninsert_range=100,0.95\n' },
  {
    path: 'dop4/o.met.all',
    text: 'sb.met.insert.range100.pk1.dop4\n--- absolute\ncpu/o\t\to/s\tdbms\n0.01\t2000\tx.pg176_o2nofp.x10a_c8r32.pk1\n',
  },
  {
    path: 'byrx/sum.byrx.lru.txt',
    text: [
      REPORT_HEADER,
      reportRow('fillseq', '2025-05-06T02:00:00'),
      reportRow('fillseq', '2025-05-07T02:00:00', 1100),
      '',
    ].join('\n'),
  },
  { path: 'byrx/sum.byrx.both.txt', text: [REPORT_HEADER, reportRow('fillseq', '2025-05-06T02:00:00'), ''].join('\n') },
  { path: 'README', text: 'about' },
]
