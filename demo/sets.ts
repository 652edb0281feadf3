import type { UploadDocument } from '@assay/domain/run/upload-document'

/** One published set of results that the demo project shows. */
export type DemoSet = {
  /** Name of its file under documents/. */
  name: string
  /** Its directory in the archive of fixtures. */
  directory: string
  /** Its directory in the repository that published it. */
  published: string
  /** Selects the runs that are shown; all when absent. */
  shows?: (document: UploadDocument) => boolean
}

/** The cache of a run is known only when a file name states it; sum.txt contains some older runs without it. */
const namesCache = ({ results }: UploadDocument) => results.every(({ params }) => params?.cache_type !== undefined)

export const DEMO_SETS: readonly DemoSet[] = [
  {
    name: 'oct25.sb.pg180.dell32',
    directory: 'sysbench-summary/oct25.sb.pg180.dell32',
    published: 'bench/arc/oct25.sb.pg180.dell32',
  },
  { name: 'nov25.sb.mysql', directory: 'sysbench-raw/nov25.sb.mysql', published: 'bench/arc/nov25.sb.mysql' },
  { name: 'feb25.pg.flat', directory: 'sysbench-full/feb25.pg.flat', published: 'bench/arc/feb25.pg.flat' },
  { name: 'apr26.sb.hetz', directory: 'sysbench-summary/apr26.sb.hetz', published: 'bench/arc/apr26.sb.hetz' },
  {
    name: 'dec25.dbb.gcp.8core.arm',
    directory: 'dbbench-summary/dec25.dbb.gcp.8core.arm',
    published: 'bench/arc/dec25.dbb.gcp.8core.arm',
  },
  { name: 'dec25.dbb.clang', directory: 'dbbench-summary/dec25.dbb.clang', published: 'bench/arc/dec25.dbb.clang' },
  {
    name: 'may25.db_bench',
    directory: 'dbbench-summary/may25.db_bench',
    published: 'bench/arc/may25.db_bench',
    shows: namesCache,
  },
  {
    name: 'jan26.tprocc.pn53.pg',
    directory: 'hammerdb/jan26.tprocc.pn53.pg',
    published: 'bench/arc/jan26.tprocc.pn53.pg',
  },
  {
    name: 'sep25.hetz.sb.scaleup',
    directory: 'sysbench-scaleup/sep25.hetz.sb.scaleup',
    published: 'bench/arc/sep25.hetz.sb.scaleup',
  },
  {
    name: 'mar25.sb.in.c48',
    directory: 'sysbench-scaleup/mar25.sb.in.c48',
    published: 'bench/arc/mar25.sb.in.c48',
  },
  {
    name: 'mar25.pg.workmem.c48',
    directory: 'sysbench-summary/mar25.pg.workmem.c48',
    published: 'bench/arc/mar25.pg.workmem.c48',
  },
  {
    name: 'ibench.jan2021',
    directory: 'iibench-summary/ibench.jan2021',
    published: 'bench/results/ibench.jan2021',
  },
]
