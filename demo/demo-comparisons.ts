import type { NewSavedComparison } from '@assay/domain/findings/notes/saved-comparison'

/** A comparison of the demo project, with the last segment of its address. */
export type DemoSavedComparison = NewSavedComparison & { slug: string }

const archive = (set: string) => ({
  name: `mdcallag/mytools bench/arc/${set}`,
  url: `https://github.com/mdcallag/mytools/tree/e1ba3d9edff258d867ef6430353cb4dc60e5eca4/bench/arc/${set}`,
})

const linkbenchPost = { name: 'Small Datum, 12 October 2016', url: 'https://smalldatum.blogspot.com/2016/10/' }

/** One comparison for each published study, in the order of the list. */
export const DEMO_SAVED_COMPARISONS: readonly DemoSavedComparison[] = [
  {
    slug: 'postgres-18-on-32-cores',
    title: 'Postgres 12.22 to 18.0 on 32 cores',
    query:
      'columns=version,config&base=version:12.22&product=PostgreSQL&hardware=dell32&benchmark=sysbench&clients=24&repeat=1',
    about:
      'Sysbench with a cached database of 8 tables and 24 clients on a 32-core Dell, first of two runs. The figures are the tables of QPS and of metrics that were published with the post.',
    source: archive('oct25.sb.pg180.dell32'),
  },
  {
    slug: 'postgres-18-io-methods',
    title: 'Postgres 18.0 with io_method sync, worker and io_uring vs 17.6',
    query:
      'columns=version,config&base=version:17.6&product=PostgreSQL&version=17.6,18.0&hardware=dell32&benchmark=sysbench&clients=24',
    about: 'The same machine and database; the median of two runs. x10b is sync, x10c worker, x10d io_uring.',
    source: archive('oct25.sb.pg180.dell32'),
  },
  {
    slug: 'mysql-5-6-to-9-5-on-pn53',
    title: 'MySQL 5.6.51 to 9.5.0 on a small server',
    query: 'columns=version&base=version:5.6.51&product=MySQL&hardware=pn53&benchmark=sysbench',
    about:
      'Sysbench with a cached database of one table and one client on 8 cores, from raw output and published metrics.',
    source: archive('nov25.sb.mysql'),
  },
  {
    slug: 'mysql-mariadb-postgres-at-40-clients',
    title: 'MySQL 8.4, MariaDB 11.8 and Postgres 18 at 40 clients',
    query:
      'columns=product,version,config&base=product:MySQL,version:8.4.7&version=8.4.7,11.8.6,18.2&hardware=hetz&benchmark=sysbench&clients=40',
    about: 'Sysbench on a 48-core server, from published tables of QPS and of metrics.',
    source: archive('apr26.sb.hetz'),
  },
  {
    slug: 'rocksdb-on-arm-over-time',
    title: 'RocksDB 6.29 to 10.8 on Arm',
    query:
      'columns=version&tables=workload&base=version:6.29.5&product=RocksDB&compiler=clang%2BLTO&hardware=gcp-arm-8&benchmark=db_bench',
    about:
      'db_bench built by clang with LTO on an 8-core Arm server: data cached by RocksDB (byrx), IO-bound with buffered (iobuf) and with direct IO (iodir).',
    source: archive('dec25.dbb.gcp.8core.arm'),
  },
  {
    slug: 'rocksdb-compilers-on-arm',
    title: 'gcc, clang and clang+LTO on Arm',
    study: 'compilers',
    query:
      'rows=version&columns=compiler&tables=test&base=compiler:gcc&product=RocksDB&hardware=gcp-arm-8&benchmark=db_bench&workload=byrx',
    about: 'db_bench with cached data, each version built three times. Divided by gcc of the same version.',
    source: archive('dec25.dbb.gcp.8core.arm'),
  },
  {
    slug: 'rocksdb-lru-and-hyperclock',
    title: 'RocksDB with LRU and with hyperclock cache',
    query:
      'rows=test&columns=param:cache_type&tables=hardware,version&base=param:cache_type:lru&product=RocksDB&hardware=dell32,socket2,ser7&version=10.1.3&benchmark=db_bench&workload=byrx',
    about:
      'db_bench with data cached by RocksDB on three machines: what the type of block cache does to readers beside a writer.',
    source: archive('may25.db_bench'),
  },
  {
    slug: 'io-efficiency-of-rocksdb',
    title: 'IO efficiency of RocksDB, with and without block_align',
    study: 'io-efficiency',
    query:
      'columns=param:block_align&tables=clients&base=benchmark:fio,test:randread%208k&show=both&hardware=ser7&benchmark=db_bench&workload=IO-bound%5C,%20read-only%5C,%20O_DIRECT%5C,%208kb%20blocks',
    about:
      'Random reads of 8 KB by db_bench beside those of fio on one machine, with 1 and with 6 users, and the latency model of the same post. Only published figures exist; the versions are not stated.',
    source: { name: 'Small Datum, 23 October 2025', url: 'https://smalldatum.blogspot.com/2025/10/' },
  },
  {
    slug: 'insert-benchmark-mysql-5-6-to-9-5',
    title: 'MySQL 5.6.51 to 9.5.0 on the Insert Benchmark',
    study: 'steps',
    query:
      'rows=version&columns=workload,test&base=version:5.6.51&product=MySQL&hardware=pn53&benchmark=Insert%20Benchmark',
    about:
      'Every step with a cached and with an IO-bound database, one client on 8 cores. Only throughput relative to 5.6.51 was published, so there are no rates.',
    source: {
      name: 'Small Datum, 10 December 2025',
      url: 'https://smalldatum.blogspot.com/2025/12/the-insert-benchmark-on-small-server_10.html',
    },
  },
  {
    slug: 'insert-benchmark-postgres-mysql-myrocks',
    title: 'Postgres 16, MySQL 5.6 to 8.0 and MyRocks on the Insert Benchmark',
    study: 'steps',
    query: 'rows=product,version,config&columns=workload,test&base=first-row&hardware=bee&benchmark=Insert%20Benchmark',
    about:
      'An IO-bound database and one client on 8 cores with 16 GB. Postgres 16.2 holds 924 of the 1000 inserts/s that qp1000 asks for, so its point queries there are not comparable.',
    source: {
      name: 'mdcallag/mdcallag.github.io reports/24_03_17.1u.1tno.io.bee.some',
      url: 'https://github.com/mdcallag/mdcallag.github.io/blob/4e8ecf611b8f44e5222f74cbe73080041e2b3313/reports/24_03_17.1u.1tno.io.bee.some/all.html',
    },
  },
  {
    slug: 'insert-benchmark-on-a-nuc',
    title: 'Postgres 11 to 13, MySQL 5.6 to 8.0 and MyRocks on a NUC',
    study: 'steps',
    query: 'rows=product,version,config&columns=workload,test&base=first-row&hardware=nuc&benchmark=Insert%20Benchmark',
    about:
      'All 15 steps of 2021 with 20 and with 100 million rows and one client: the most complete published set of Postgres, MySQL and MyRocks with rates and metrics.',
    source: {
      name: 'mdcallag/mytools bench/results/ibench.jan2021',
      url: 'https://github.com/mdcallag/mytools/tree/e1ba3d9edff258d867ef6430353cb4dc60e5eca4/bench/results/ibench.jan2021',
    },
  },
  {
    slug: 'insert-benchmark-response-times',
    title: 'Insert Benchmark steps on Postgres 17.10 and 18.4, with response times',
    study: 'steps',
    query:
      'rows=version&columns=workload,test&base=version:17.10&product=PostgreSQL&hardware=vm3&benchmark=Insert%20Benchmark',
    about:
      'A small client of ours (not iibench.py) ran the steps with 100,000 rows on two shared virtual cores, each version twice. The tables of response times have the buckets of the Insert Benchmark; rates say little, because other work ran on the machine.',
    source: { name: 'Measured by us: demo/raw/record-insert-steps.sh', url: null },
  },
  {
    slug: 'mongorocks-and-wiredtiger-cached',
    title: 'MongoRocks, WiredTiger and mmapV1 on Linkbench, cached',
    study: 'quality-of-service',
    query:
      'rows=config&columns=&tables=test,clients&base=config:rx.snap&show=both&product=MongoDB&version=3.2.4&benchmark=Linkbench&workload=Cached',
    about:
      'Load and queries of a database that fits in memory on a NUC with two cores: throughput, what an operation costs and the 99th percentile of four operations. Only published figures exist.',
    source: linkbenchPost,
  },
  {
    slug: 'mongorocks-and-wiredtiger-io-bound',
    title: 'MongoRocks, WiredTiger and mmapV1 on Linkbench, IO-bound',
    study: 'quality-of-service',
    query:
      'rows=config&columns=&tables=test,clients&base=config:rx.snap,param:maxid1:40000000&show=both&product=MongoDB&version=3.2.4&benchmark=Linkbench&workload=IO-bound',
    about:
      'The same with a database larger than memory. mmapV1 held half of the data, 20M, because the whole did not fit on the disk.',
    source: linkbenchPost,
  },
  {
    slug: 'linkbench-postgres-mysql-myrocks',
    title: 'Postgres 12, MySQL 5.7 and 8.0 and MyRocks on Linkbench',
    study: 'quality-of-service',
    query:
      'rows=product,version,config&columns=&tables=test,clients&base=first-row&show=both&benchmark=Linkbench&workload=maxid1%3D200m',
    about:
      'A report of 2020 with response times of all ten operations in the first round of requests, on 16 cores of a c3.8xlarge shared with the client.',
    source: {
      name: 'mdcallag/mdcallag.github.io reports/20_09_11_linkb_200m_inno',
      url: 'https://github.com/mdcallag/mdcallag.github.io/blob/14b4f3c92364/reports/20_09_11_linkb_200m_inno/all.html',
    },
  },
  {
    slug: 'compressible-objects',
    title: 'MyRocks and InnoDB with objects that compress more or less well',
    study: 'sweep',
    query:
      'rows=config&columns=param:pct_random&tables=test,param:varchar_chars&metrics=primary,size,Mcpu/o&base=none&show=absolute&benchmark=LOB%20insert%20%2B%20point%20query',
    about:
      'Inserts, then point queries, of one large column of which 20 to 95% is random, short and long. rx.zlib-6 is MyRocks, i6n InnoDB of MySQL 5.6.26 without and i6c with compression. The machine is not stated.',
    source: {
      name: 'Small Datum, 20 September 2016',
      url: 'https://smalldatum.blogspot.com/2016/09/myrocks-and-innodb-with-large-objects.html',
    },
  },
  {
    slug: 'tproc-c-postgres-12-to-18',
    title: 'Postgres 12 to 18 on TPROC-C',
    query:
      'rows=version&columns=clients&tables=workload&base=version:12.22&show=both&product=PostgreSQL&hardware=pn53&benchmark=TPROC-C',
    about: 'New orders per minute of HammerDB with 100 and with 4000 warehouses, 1 and 6 virtual users on 8 cores.',
    source: archive('jan26.tprocc.pn53.pg'),
  },
  {
    slug: 'scale-up-at-48-clients',
    title: 'Scale-up of Postgres 18.0 and MariaDB 11.8 at 48 clients',
    study: 'scale-up',
    query:
      'columns=clients&tables=product,version&base=clients:1&product=MariaDB,PostgreSQL&hardware=hetz&benchmark=sysbench&workload=sep25.hetz.sb.scaleup',
    about:
      'Sysbench at 1 and at 48 clients on a 48-core server. The stored figures of Postgres are of another run than those of the post, and near them.',
    source: archive('sep25.hetz.sb.scaleup'),
  },
  {
    slug: 'rocksdb-compilers-on-three-servers',
    title: 'gcc, clang and clang+LTO on three servers',
    study: 'compilers',
    query:
      'rows=version&columns=compiler&tables=test,hardware&base=compiler:gcc&product=RocksDB&benchmark=db_bench%5C,%20as%20published&workload=byrx',
    about:
      'RocksDB 10.8 with cached data on a small x86, a small Arm and a large x86 server. Only the gains over gcc, in whole percent, were published.',
    source: { name: 'Mark Callaghan, Small Datum, 2 December 2025', url: 'https://smalldatum.blogspot.com/2025/12/' },
  },
  {
    slug: 'postgres-sweep-of-work-mem',
    title: 'Postgres 17.4 with work_mem from 1 to 32 MB',
    study: 'sweep',
    query:
      'columns=param:work_mem_mb&base=param:work_mem_mb:1&product=PostgreSQL&version=17.4&benchmark=sysbench&workload=mar25.pg.workmem.c48',
    about: 'Sysbench on a 48-core server: more memory for each sort and hash, divided by 1 MB. Little depends on it.',
    source: archive('mar25.pg.workmem.c48'),
  },
  {
    slug: 'sort-with-key-prefixes',
    title: 'A sort that keeps key prefixes beside its pointers',
    query:
      'rows=test&columns=version&tables=param:rows&base=version:1%20quicksort&show=both&product=Sort%20prototype&hardware=vm2&benchmark=sort',
    about:
      'Rows sorted in a second by a quicksort and by one that keeps key prefixes, for five kinds of keys and three numbers of rows; five repeats taken in turn by one thread.',
    source: { name: 'Measured by us: demo/raw/sort.cc', url: null },
  },
  {
    slug: 'insert-steps-on-postgres-17-and-18',
    title: 'Steps of an insert benchmark on Postgres 17.10 and 18.4',
    query: 'rows=test,clients&columns=version&base=version:17.10&product=PostgreSQL&hardware=vm3&benchmark=pgbench',
    about:
      'Small runs of ours on a shared machine with two cores, to show counters, wait events, plans and validity flags. The plan of read-second-column changes from a sequential scan to an index scan; one test is not steady, one oversubscribed.',
    source: { name: 'Measured by us: demo/raw/record-steps.sh', url: null },
  },
  {
    slug: 'rocksdb-leveled-and-universal',
    title: 'Leveled and universal compaction of RocksDB 7.10 to 11.8',
    query:
      'rows=version&columns=param:compaction_style&base=param:compaction_style:leveled&show=both&product=RocksDB&hardware=vm3&benchmark=rocksdbjni%20overwrite',
    about:
      'Small overwrites of ours by a program that uses rocksdbjni, on a shared machine with two cores: CPU per operation, because the rate depends on the other work of the machine.',
    source: { name: 'Measured by us: demo/raw/RocksOverwrite.java', url: null },
  },
  {
    slug: 'rocksdb-caches-by-threads',
    title: 'LRU and hyperclock cache of RocksDB by threads',
    query:
      'rows=clients&columns=param:cache_type&tables=test&base=param:cache_type:lru&show=both&product=RocksDB&hardware=vm3&benchmark=db_bench&workload=cached%5C,%20500k%20keys',
    about:
      'Small reads of ours with db_bench 7.8.3 and cached data, on a shared machine with two cores; four threads are more than its cores.',
    source: { name: 'Measured by us: demo/raw/record-rocksdb.sh', url: null },
  },
  {
    slug: 'rocksdb-fan-out',
    title: 'Fan-out of the levels of RocksDB',
    study: 'sweep',
    query:
      'columns=param:max_bytes_for_level_multiplier&base=param:max_bytes_for_level_multiplier:8&product=RocksDB&hardware=vm3&benchmark=db_bench&workload=small%20levels%5C,%202M%20keys',
    about: 'Small overwrites of ours with db_bench 7.8.3 and levels that grow by 4, 8 and 16 times.',
    source: { name: 'Measured by us: demo/raw/record-rocksdb.sh', url: null },
  },
  {
    slug: 'rocksdb-reads-while-writing',
    title: 'Reads of RocksDB beside 1 to 16 MB/s of writes',
    study: 'sweep',
    query:
      'columns=param:write_rate_mb&base=param:write_rate_mb:1&product=RocksDB&hardware=vm3&benchmark=db_bench&workload=a%20rate%20of%20writes%5C,%202M%20keys',
    about: 'Small reads of ours with db_bench 7.8.3 by one thread, while another writes at a fixed rate.',
    source: { name: 'Measured by us: demo/raw/record-rocksdb.sh', url: null },
  },
]
