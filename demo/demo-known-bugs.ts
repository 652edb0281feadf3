import type { NewKnownBug } from '@assay/domain/findings/notes/known-bug'

// Bugs that explain figures of the demo project. Facts are from their trackers and from published posts; the wording is
// ours. A bug without a range of versions is listed and marks nothing.

/** Posts that name the bugs. */
const post = (about: string) => ({ name: `Small Datum, ${about}`, url: 'https://smalldatum.blogspot.com/' })

export const DEMO_KNOWN_BUGS: readonly (Omit<NewKnownBug, 'workloads'> & { workloads?: string[] })[] = [
  {
    bug: '12038',
    product: 'RocksDB',
    title: 'overwrite is slower where compaction readahead is larger than the largest IO of the device',
    about:
      'Compaction asks for more readahead than max_sectors_kb of the device allows, and then reads block by block. How much it costs depends on the device. A fix was expected in a patch release of 9.7; in the figures of this project overwrite recovers with 9.9.',
    link: 'https://github.com/facebook/rocksdb/issues/12038',
    affectedFrom: '8.6',
    fixedIn: '9.9',
    tests: ['overwrite*'],
    workloads: ['iobuf'],
    source: post('on universal compaction in RocksDB'),
  },
  {
    bug: '13996',
    product: 'RocksDB',
    title: 'fillseq drops, because compaction uses more CPU with compression',
    about: 'Seen with buffered and with direct IO; where all data is cached and not compressed, nothing is lost.',
    link: 'https://github.com/facebook/rocksdb/issues/13996',
    affectedFrom: '10.6',
    fixedIn: '10.7',
    tests: ['fillseq*'],
    workloads: ['iobuf', 'iodir'],
    source: post('on RocksDB on Arm over time'),
  },
  {
    bug: '231',
    product: 'MyRocks',
    title: 'peak compaction throughput, doubled by the fix',
    tests: [],
    source: post('posts of 2016'),
  },
  {
    bug: '343',
    product: 'MyRocks',
    title: 'long range scans with many concurrent queries, almost twice as fast by the fix',
    tests: [],
    source: post('posts of 2016'),
  },
  {
    bug: 'SERVER-13382',
    product: 'MongoDB',
    title: 'contention on the reference count of a shared_ptr that is passed by value',
    link: 'https://jira.mongodb.org/browse/SERVER-13382',
    tests: [],
    source: post('posts of 2016'),
  },
  {
    bug: 'SERVER-16736',
    product: 'MongoDB',
    title: 'an open feature request that the post on Linkbench names',
    link: 'https://jira.mongodb.org/browse/SERVER-16736',
    tests: [],
    source: post('posts of 2016'),
  },
]
