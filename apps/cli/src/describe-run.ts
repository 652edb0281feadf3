import { statedBuildLabel } from '@assay/domain/run/build-label'
import type { UploadDocument } from '@assay/domain/run/upload-document'

/** Describes a run in one line: `MySQL 8.4.7 o2nofp z12a_c8r32, pn53, sysbench`. */
export function describeRun({
  product,
  version,
  build,
  config,
  hardware,
  benchmark,
  workload,
  repeat,
}: UploadDocument): string {
  const subject = [product, version, statedBuildLabel(build), config.name].filter((part) => part !== null).join(' ')
  const again = repeat === undefined || repeat === 1 ? [] : [`repeat ${repeat}`]
  return [subject, hardware.name, `${benchmark.name} ${workload.name}`, ...again].join(', ')
}
