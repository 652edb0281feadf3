import type { ReadSpelling, ReadWords } from './read-name.ts'

/** Words in names of folders and files that say nothing about what was measured. */
const GENERIC =
  /^(?:results?|res|outputs?|out|logs?|data|dataset|bench(?:mark(?:s|ing)?)?|raw|artifacts?|artifacts?|reports?|summary|stdout|stderr|console|exports?|exported|csvs?|files?|runs?|tmp|measurements?|db|database|server|tests?)(?![a-z\d])/i

const TOOLS = [
  'sysbench|pgbench|ycsb|go-ycsb|fio|hammerdb(?:cli)?|benchbase|oltpbench|db_bench|dbbench|google[-_]?benchmark',
  'mysqlslap|iibench|linkbench|(?:redis|valkey)[-_]benchmark|memtier(?:[-_]benchmark)?|cassandra[-_]stress|mongo[-_]perf|go-tpc',
].join('|')
const TOOL = new RegExp(`^(?:${TOOLS})(?:[-_]?v?\\d{1,3}(?:\\.\\d{1,4}){1,2})?(?![a-z\\d]|[-_][a-f](?![a-z\\d]))`, 'i')

/** Platforms with their versions, which are not versions of a product. */
const PLATFORM =
  /^(?:ubuntu|debian|deb|rhel|el|centos|rocky|rockylinux|alma|almalinux|fedora|suse|sles|amzn|amazonlinux|al|alpine|windows|win|macos|darwin|freebsd|linux|kernel|jdk|java|openjdk|jre|python|py|node|nodejs|golang|glibc|musl|lua|luajit|docker|k8s|kubernetes|ext|xfs|zfs|btrfs)[-_.]?v?\d{1,4}(?:\.\d{1,4}){0,3}(?![a-z\d])/i
/** The name of a host in a network, whose words name nothing else: `bench-01.internal`. */
const HOST_NAME =
  /^[a-z][a-z\d]*(?:-[a-z\d]+)*(?:\.[a-z][a-z\d-]*){0,3}\.(?:internal|local|localdomain|lan|intern|corp|home|private)(?![a-z\d.])/i
/** Regions and zones of clouds: `us-east-1`, `eu-west-1a`, `europe-west4`. */
const REGION =
  /^(?:us|eu|ap|sa|ca|me|af|il|mx|cn|asia|europe|australia|northamerica|southamerica)-(?:gov-)?(?:north|south|east|west|central|northeast|northwest|southeast|southwest)-?\d[a-f]?(?![a-z\d])/i
/** File systems, which are a part of their own also without a number: `nvme0n1-xfs`. */
const FILE_SYSTEM = /^(?:xfs|btrfs|zfs|f2fs|bcachefs)(?![a-z\d])/i
/** Architectures, which may stand for a machine or for a build: a part of their own, in their own spelling. */
const ARCHITECTURE =
  /^(?:(?:linux|darwin|macos|windows|win)[-_])?(?:x86[-_]64|x86|x64|amd64|i[3-6]86|arm64|aarch64|armv\d|arm|graviton\d?|ppc64le|s390x|riscv64)(?:v\d)?(?![a-z\d])/i
/**
 * A release of the Linux kernel: `6.8.0-45-generic`, `5.14.0-427.el9.x86_64`; 5.7.44-1.el7 is a package of MySQL and
 * 7.0.14-1.el9 one of MongoDB, whose first number after the version is a small one.
 */
const KERNEL =
  /^(?!5\.[5-7]\.[2-9]\d|[3-7]\.\d{1,2}\.\d{1,3}-\d\.(?:el|fc|amzn))[3-7]\.\d{1,2}(?:\.\d{1,3})?-\d{1,4}(?:\.\d{1,3})*(?:[-.+]?(?:generic|lowlatency|realtime|aws|azure|gcp|kvm|cloud|amd64|arm64|x86_64|aarch64|rt|(?:el|fc|amzn|deb|bpo)\d{1,3}\w{0,4}))+(?![a-z\d])/i
/** Threads that a server has for its own work, which are a setting and no clients: `io-threads-4`. */
const SERVER_THREADS =
  /^(?:io|(?:read|write)[-_]?io|bg|background|purge|page[-_]?cleaners?|cleaner|compaction|flush|apply|applier|replica(?:tion)?|worker|pool|server)[-_]?threads?[-_=]?\d{1,4}(?![a-z\d])/i
/** Revisions of packages: `0ubuntu0.24.04.2`, `1.pgdg120+1`, `1.el9`, `maria~deb12`. */
const PACKAGE_REVISION =
  /^(?:\d{1,3}(?:\.\d{1,3})*[.+~]?(?:ubuntu|ubu|deb|pgdg|bpo|build)|\d{1,3}\.(?:el|fc|amzn)|maria[+~](?:deb|ubu))\d[\d.+~u]*(?![a-z\d])/i
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/

/**
 * Numbers that a job of a build server has: `build-1234`, `run-19243567`, `#412`. Fewer digits after `run` are a
 * repeat.
 */
const JOB =
  /^(?:(?:build|job|pipeline|workflow|attempt|gha|ci)[-_#]?\d{4,20}|(?:github|gitlab|actions|circleci|travis|buildkite|jenkins|teamcity|drone)[-_#]\d{4,20}|slurm[-_]\d{4,12}(?:_\d{1,6})?|o\d{5,12}|run[-_#]?(?:(?:19|20)\d\d|\d{5,20})|#\d{1,9})(?![a-z\d])/i
/** An entry of the issue tracker of a product, which a build is made for: `MDEV-35125`. */
const ISSUE = /^(?:MDEV|MENT|MCOL|SERVER|WT)[-_]\d{3,6}(?![a-z\d.])/i
/** The id of a cloud machine, disk or image, `i-0abc123def4567890`: no commit. */
const ID = /^(?:i|ami|vol|snap|eni|subnet)-[0-9a-f]{8,17}(?![a-z\d])/i
/** The digest of an image is no commit: `sha256-0a1b2c3d4e5f`. */
const DIGEST = /^sha(?:256|512)[-_:][0-9a-f]{7,128}(?![a-z\d])/i
/** A UUID is the id of one execution and states nothing else. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z\d])/i
/** The number of an option, which is neither clients nor a repeat: `time_300`, `scale100`. */
const OPTION =
  /^(?:time|duration|runtime|warm[-_]?up|ramp[-_]?up|interval|seconds|secs|scale(?:[-_]?factor)?|sf|table[-_]?size|warehouses?|wh|port|seed|value[-_]?size|key[-_]?size|io[-_]?depth|queue[-_]?depth|pipeline)[-_]?\d{1,9}(?:ms|s|secs?|m|mins?|h)?(?![a-z\d])/i

/** The hash of a template and the id of a pod of Kubernetes, `5d4f8c7b9d-k2p4q`, whose letters spell no words. */
const POD = /^(?=[a-z]*\d)[bcdfghjklmnpqrstvwxz24-9]{8,10}-[bcdfghjklmnpqrstvwxz24-9]{5}(?![a-z\d])/

const state = (pattern: RegExp, field: string): ReadSpelling => {
  return (text): ReadWords | null => {
    const [whole] = pattern.exec(text) ?? []
    return whole === undefined ? null : { length: whole.length, facts: [{ field, value: whole, confidence: 0.9 }] }
  }
}

const stay = (pattern: RegExp): ReadSpelling => {
  return (text): ReadWords | null => {
    const [whole] = pattern.exec(text) ?? []
    return whole === undefined ? null : { length: whole.length, facts: [], isUndecoded: true }
  }
}

/** Words that only name a config. */
const CONFIG = /^(?:tuned|untuned|default|defaults|stock|vanilla|optimi[sz]ed)(?![a-z\d])/i

/** The name of a config: `tuned`, `default`. */
export const readConfig: ReadSpelling = (text) => {
  const [whole] = CONFIG.exec(text) ?? []
  if (whole === undefined) return null
  const value = whole.toLowerCase() === 'defaults' ? 'default' : whole.toLowerCase()
  return { length: whole.length, facts: [{ field: 'config', value, confidence: 0.85 }] }
}

/** `results`, `logs`, `stdout`: states nothing. */
export const readGenericWord = state(GENERIC, '_generic')

/** The program that measured, with its own version: `sysbench-1.0.20`. */
export const readTool = state(TOOL, '_tool')

/**
 * `ubuntu-22.04`, `10.0.0.5`, `build-1234`: one word of a name that no grammar decodes, whose digits are not versions.
 */
export const readOtherNumbers: readonly ReadSpelling[] = [
  stay(HOST_NAME),
  stay(REGION),
  stay(SERVER_THREADS),
  stay(KERNEL),
  stay(PACKAGE_REVISION),
  stay(PLATFORM),
  stay(FILE_SYSTEM),
  stay(ARCHITECTURE),
  stay(ADDRESS),
  stay(JOB),
  stay(ISSUE),
  stay(ID),
  stay(DIGEST),
  state(UUID, '_uuid'),
  stay(OPTION),
  state(POD, '_pod'),
]
