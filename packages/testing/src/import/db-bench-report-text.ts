/** The header of report.tsv of RocksDB 10. */
export const REPORT_HEADER =
  'ops_sec\tmb_sec\tlsm_sz\tblob_sz\tc_wgb\tw_amp\tc_mbps\tc_wsecs\tc_csecs\tb_rgb\tb_wgb\tusec_op\tp50\tp99\tp99.9\tp99.99\tpmax\tuptime\tstall%\tNstall\tu_cpu\ts_cpu\trss\ttest\tdate\tversion\tjob_id\tgithash'

/** One row of report.tsv: a test, its date and its operations per second. */
export const reportRow = (test: string, date: string, ops = 1000) =>
  `${ops}\t4.0\t1GB\t0GB\t0.1\t1.0\t10.0\t1\t1\t0\t0\t0.7\t0.5\t1\t4\t11\t93\t29\t0.0\t0\t0.0\t0.0\t0.1\t${test}\t${date}\t10.2.1\t\t4b2122578e`
