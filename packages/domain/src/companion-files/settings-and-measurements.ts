import type { Format } from '../import/format.ts'
import { take } from '../import/import-context.ts'
import { addCompanionSettings, addCompanionValues } from './companion-target.ts'
import { parseDirectorySize, recogniseDirectorySize } from './measurements/directory-size.ts'
import { parseProcessTime, recogniseProcessTime } from './measurements/gnu-time.ts'
import { parseSettingsFile, recogniseSettingsFile } from './settings/settings-file.ts'

/** CPU time of the benchmark client, by `time`. */
const processTime: Format = {
  kind: 'process-time',
  isCompanion: true,
  recognise: (_name, text) => recogniseProcessTime(text),
  read(context, file) {
    const time = take(context, file, 'process-time', parseProcessTime(file.text, file.path))
    if (time === null) return
    const { userSeconds, systemSeconds, maxResidentKib } = time
    addCompanionValues(context, file, {
      client_user_s: userSeconds,
      client_sys_s: systemSeconds,
      ...(maxResidentKib === null ? {} : { client_rss_kb: maxResidentKib }),
    })
  },
}

/** Size of the data directory, by `du -hs`. */
const directorySize: Format = {
  kind: 'directory-size',
  isCompanion: true,
  recognise: (_name, text) => recogniseDirectorySize(text),
  read(context, file) {
    const size = take(context, file, 'directory-size', parseDirectorySize(file.text, file.path))
    if (size !== null) addCompanionValues(context, file, { db_gb: size.gib })
  },
}

/** conf.diff, postgresql.conf, my.cnf and the like. */
const settingsFile: Format = {
  kind: 'settings',
  isCompanion: true,
  recognise: recogniseSettingsFile,
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
    addCompanionSettings(context, file, settings)
  },
}

export const SETTINGS_AND_MEASUREMENTS_FORMATS: readonly Format[] = [processTime, directorySize, settingsFile]
