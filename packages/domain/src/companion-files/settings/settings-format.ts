import type { Format } from '../../import/format.ts'
import type { ImportContext, SourceFile } from '../../import/import-context.ts'
import { parseSettingsFile, recognizeSettingsFile } from './settings-file.ts'

/** Format of settings files such as conf.diff, postgresql.conf and my.cnf. */
export const settingsFormat: Format = {
  kind: 'settings',
  phase: 'companion',
  recognize: recognizeSettingsFile,
  read(context, file) {
    const { settings, includes, problems } = parseSettingsFile(file.text, file.path)
    context.problems.push(...problems)
    for (const { line, path } of includes) {
      context.problems.push({ file: file.path, line, message: `includes ${path}: what it sets is not known here` })
    }
    if (Object.keys(settings).length === 0) {
      context.ignored.push({ path: file.path, reason: 'holds no setting' })
      return
    }
    context.understood.push({ path: file.path, kind: 'settings' })
    addSettings(context, file, settings)
  },
}

/** Adds settings to the runs whose files are all in or below the directory of the settings file. */
function addSettings(context: ImportContext, file: SourceFile, settings: Readonly<Record<string, string>>): void {
  const directory = file.plainPath.slice(0, file.plainPath.lastIndexOf('/') + 1)
  for (const draft of context.runs.all()) {
    if (![...draft.paths].every((path) => path.startsWith(directory))) continue
    draft.settings = { ...draft.settings, ...settings }
    draft.paths.add(file.path)
  }
  context.unclaimed.push({ file, content: { kind: 'settings', settings } })
}
