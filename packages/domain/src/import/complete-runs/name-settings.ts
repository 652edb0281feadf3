import type { CommonRun } from './run-evidence.ts'

/** Confidence of a parameter whose values are words of one kind, and different. */
const SETTING = 0.85

/** Words that are values of one parameter and of nothing else. */
const KINDS: Readonly<Record<string, RegExp>> = {
  filesystem: /^(?:ext[234]|xfs|btrfs|zfs|f2fs|ntfs|apfs|tmpfs|bcachefs)$/i,
  compression: /^(?:lz4(?:hc)?|zstd|snappy|zlib|bzip2|lzo|pglz|lzma|brotli|gzip|no[-_]?compression|uncompressed)$/i,
  storage_engine:
    /^(?:innodb|xtradb|myisam|aria|rocksdb|myrocks|tokudb|wiredtiger|mmapv1|mongorocks|in[-_]?memory|columnstore|spider|heap|zheap|orioledb)$/i,
  io_method: /^(?:sync|worker|io[-_]?uring)$/i,
  isolation: /^(?:read[-_]?uncommitted|read[-_]?committed|repeatable[-_]?read|serializable|snapshot)$/i,
  io_scheduler: /^(?:mq-deadline|deadline|kyber|bfq|cfq|noop)$/i,
  raid: /^raid[-_]?(?:[0156]|10|50|60)$/i,
  request_distribution: /^(?:uniform|zipf(?:ian)?|latest|hotspot|exponential|pareto|gaussian)$/i,
  storage:
    /^(?:hdd|ssd|nvme|sata|optane|pmem|ram[-_]?disk|gp[23]|io[12]|st1|sc1|ebs|local[-_]?(?:ssd|nvme|disk)|instance[-_]?store|pd[-_](?:ssd|standard|balanced|extreme)|premium[-_]?ssd(?:[-_]?v2)?|ultra[-_]?(?:disk|ssd)|standard[-_]?(?:ssd|hdd))$/i,
  size: /^\d{1,6}(?:\.\d{1,3})?[kmgt]i?b$/i,
  kernel: /^[3-7]\.\d{1,2}(?:\.\d{1,3})?-\d{1,4}[\w.+-]*$/,
  device: /^(?:nvme\d+n\d+(?:p\d+)?|sd[a-z]\d?|vd[a-z]\d?|xvd[a-z]\d?|md\d{1,3}|dm-\d{1,3})$/i,
}

/** A setting with a size: `bp8G`, `shared_buffers-32GB`, `work_mem_64MB`. */
const SIZE = /^([a-z]{2,}(?:[-_][a-z]{2,})*)[-_]?(\d{1,6}(?:\.\d{1,3})?(?:[kmgt]i?b?))$/i

/** A number of parts of a system, `3-replicas`; cores and memory may be those of another machine. */
const COUNTED = 'nodes?|shards?|replicas?|workers?|partitions?|warehouses?|tables?|indexes|disks?|regions?|segments?'
const COUNT = new RegExp(`^(\\d{1,6})[-_ ]?(${COUNTED})$|^(${COUNTED})[-_ ]?(\\d{1,6})$`, 'i')

/** The value of a kind that is not in use, next to values of that kind. */
const NONE = /^(?:none|off|no)$/i

/** Settings of servers that are often varied, before one of their values: `wal_level_minimal`, `sync-binlog-0`. */
const NAMES = [
  'shared_buffers|work_mem|maintenance_work_mem|effective_cache_size|wal_level|wal_compression|wal_buffers',
  'wal_sync_method|max_wal_size|checkpoint_timeout|checkpoint_completion_target|synchronous_commit|full_page_writes',
  'io_method|io_workers|effective_io_concurrency|io_combine_limit|random_page_cost|huge_pages|jit|autovacuum',
  'max_parallel_workers(?:_per_gather)?|bgwriter_delay|commit_delay|fillfactor|default_toast_compression',
  'innodb_buffer_pool_(?:size|instances)|innodb_flush_log_at_trx_commit|innodb_flush_method|innodb_doublewrite',
  'innodb_io_capacity(?:_max)?|innodb_log_file_size|innodb_redo_log_capacity|innodb_page_size|sync_binlog',
  'innodb_adaptive_hash_index|innodb_change_buffering|innodb_thread_concurrency|binlog_format|thread_handling',
  'query_cache_type|aria_pagecache_buffer_size|block_size|cache_size|write_buffer_size|compaction_style',
  'compression_type|appendfsync|maxmemory_policy|write_concern|read_concern',
].join('|')
const NAMED = new RegExp(`^(${NAMES.replaceAll('_', '[-_]')})[-_]([a-z\\d][\\w.-]*)$`, 'i')

/**
 * The runs with a parameter where a part of their paths has values of one kind: file systems, codecs, storage engines, or
 * values of one setting. At least two different values have to be there; a single `zstd` may be a part of another name.
 */
export function nameSettings(runs: readonly CommonRun[]): readonly CommonRun[] {
  const references = new Set(runs.flatMap(({ parts }) => parts.map(({ reference }) => reference)))
  const found = [...references].flatMap((reference) => {
    const name = parameterOf(textsAt(runs, reference)) ?? countedAt(runs, reference)
    return name === null ? [] : [{ reference, name }]
  })
  // Two parts of one kind may be two settings, of which neither is known.
  const certain = found.filter(({ name }) => found.filter((other) => other.name === name).length === 1)
  return certain.reduce(withParameter, runs)
}

const textsAt = (runs: readonly CommonRun[], reference: string): (string | undefined)[] =>
  runs.map(({ parts }) => parts.find((part) => part.reference === reference)?.text)

/** The parameter of which all texts are values, with at least two different ones; null without one. */
function parameterOf(texts: readonly (string | undefined)[]): string | null {
  const values = texts.filter((text) => text !== undefined)
  if (values.length < texts.length || new Set(values).size < 2) return null
  const isOf = (pattern: RegExp) =>
    values.some((value) => pattern.test(value)) && values.every((value) => pattern.test(value) || NONE.test(value))
  const kind = Object.entries(KINDS).find(([, pattern]) => isOf(pattern))
  if (kind !== undefined) return kind[0]
  const names = new Set(values.map((value) => settingOf(value)?.name))
  const [name] = names
  return names.size === 1 && name !== undefined ? name : null
}

/** The word that all runs have before or after a number at this place, as in `workers-2`; null without one. */
function countedAt(runs: readonly CommonRun[], reference: string): string | null {
  const texts = textsAt(runs, reference)
  if (new Set(texts).size < 2) return null
  const words = new Set(
    runs.map(({ draft }, at) => {
      const text = texts[at] ?? ''
      const [path = ''] = [...draft.paths].sort()
      const elements = path.split('/').flatMap((name) => name.split(/\.(?=[a-z]+$)/i))
      return /^\d+$/.test(text) ? wordOfCount(elements, text) : null
    }),
  )
  const [word = null] = words
  return words.size === 1 ? word : null
}

function wordOfCount(elements: readonly string[], number: string): string | null {
  const pattern = new RegExp(`(?:^|[-_ ])(?:(${COUNTED})[-_ ]?${number}|${number}[-_ ]?(${COUNTED}))(?=$|[-_ ])`, 'i')
  const [, before, after] =
    elements.flatMap((name) => [pattern.exec(name) ?? []]).find(({ length }) => length > 0) ?? []
  const word = before ?? after
  return word === undefined ? null : word.toLowerCase()
}

/** The setting and its value that a text states. */
function settingOf(text: string): { name: string; value: string } | null {
  const [, count, ofCount, word, ofWord] = COUNT.exec(text) ?? []
  if (count !== undefined && ofCount !== undefined) return { name: ofCount.toLowerCase(), value: count }
  if (word !== undefined && ofWord !== undefined) return { name: word.toLowerCase(), value: ofWord }
  const [, name, value] = NAMED.exec(text) ?? SIZE.exec(text) ?? []
  return name === undefined || value === undefined ? null : { name: name.replaceAll('-', '_'), value }
}

function withParameter(
  runs: readonly CommonRun[],
  { reference, name }: { reference: string; name: string },
): readonly CommonRun[] {
  return runs.map((run) => {
    const text = run.parts.find((part) => part.reference === reference)?.text
    const { draft } = run
    if (text === undefined || draft.fields[`params.${name}`] !== undefined) return run
    draft.fields = { ...draft.fields, [`params.${name}`]: settingOf(text)?.value ?? text.toLowerCase() }
    const [from = ''] = [...draft.paths].sort()
    draft.origins = { ...draft.origins, [`params.${name}`]: { source: 'name', from, confidence: SETTING } }
    return { ...run, parts: run.parts.filter((part) => part.reference !== reference) }
  })
}
