import type { ImportOverrides } from '@assay/domain/import/overrides'
import type { PreviewDocument, PreviewRun } from '@assay/domain/import/preview/preview-document'
import { explainNothing, previewUpload, toPreviewProblem } from '@assay/domain/import/preview/preview-upload'
import type { ImportProfile } from '@assay/domain/import/profile/profile'
import { findInputs } from './find-inputs.ts'
import { ImportPaths } from './import-paths.ts'
import { lazyTexts } from './lazy-texts.ts'

/** Shows the runs that the files at the given paths would become: no run is stored, and no network is used. */
export async function previewInputs(
  paths: readonly string[],
  options: { profile: ImportProfile; overrides: ImportOverrides },
): Promise<PreviewDocument> {
  const found = await findInputs(paths)
  const inputs = [...new Map(found.inputs.map((input) => [input.location, input])).values()]
  const importPaths = new ImportPaths(inputs, found.above)
  const unreadable = new Map<string, string>()
  const preview = previewUpload(lazyTexts(importPaths, unreadable), { ...options, above: importPaths.above })
  const problems = [
    ...found.problems.map(toPreviewProblem),
    ...[...unreadable].map(([path, message]) => ({ file: importPaths.shown(path), message })),
    ...preview.problems
      .filter(({ file }) => !unreadable.has(file))
      .map((problem) => ({
        ...problem,
        file: importPaths.shown(problem.file),
        message: importPaths.retell(problem.message),
      })),
  ]
  const shown = {
    ...preview,
    fileCount: inputs.length,
    runs: preview.runs.map((run) => asShown(run, importPaths)),
    tables: preview.tables.map((table) => ({ ...table, file: importPaths.shown(table.file) })),
    refused: preview.refused.map((path) => importPaths.shown(path)),
    ignored: preview.ignored
      .filter(({ file }) => !unreadable.has(file))
      .map(({ file, reason }) => ({ file: importPaths.shown(file), reason: importPaths.retell(reason) })),
  }
  return { ...shown, problems: [...problems, ...explainNothing(shown)] }
}

/** The run with paths as the user would write them. */
function asShown(run: PreviewRun, paths: ImportPaths): PreviewRun {
  const shown = <D extends PreviewRun['dimensions']['product']>(dimension: D): D => {
    const isPath = ['output', 'name', 'folder', 'companion'].includes(dimension.source)
    return isPath ? { ...dimension, from: paths.shown(dimension.from) } : dimension
  }
  const { product, version, build, config, hardware, benchmark, workload, repeat } = run.dimensions
  return {
    ...run,
    dimensions: {
      product: shown(product),
      version: shown(version),
      build: shown(build),
      config: shown(config),
      hardware: shown(hardware),
      benchmark: shown(benchmark),
      workload: shown(workload),
      repeat: shown(repeat),
    },
    files: run.files.map((path) => paths.shown(path)),
  }
}
