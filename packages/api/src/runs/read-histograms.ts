import type { ProjectQueries } from '@assay/db/types'
import { asUploadHistogram } from '@assay/domain/histograms/upload-histogram'
import type { UploadHistogram } from '@assay/domain/run/upload-document'

/** The histograms of a result as an upload document has them; empty for an unknown result. */
export async function readHistograms(
  queries: Pick<ProjectQueries, 'histograms'>,
  resultId: string,
): Promise<UploadHistogram[]> {
  const found = await queries.histograms.forResult(resultId)
  return found.map(({ histogram, ...named }) => asUploadHistogram(histogram, named))
}
