import type { Format } from '../import/format.ts'
import { take } from '../import/import-context.ts'
import { placeSettings, placeValues } from './companion-target.ts'
import { parseDirectorySize, recogniseDirectorySize } from './measurements/directory-size.ts'
import { parseProcessTime, recogniseProcessTime } from './measurements/gnu-time.ts'
import { parseSettingsFile, recogniseSettingsFile } from './settings/settings-file.ts'

/** CPU time of the benchmark client, by `time`. */
const processTime: Format = {
  kind: 'process-time',
  isBesideOutput: true,
  recognise: (_name, text) => recogniseProcessTime(text),
  read(reading, file) {
    const time = take(reading, file, 'process-time', parseProcessTime(file.text, file.path))
    if (time === null) return
    const { userSeconds, systemSeconds, maxResidentKib } = time
    placeValues(reading, file, {
      client_user_s: userSeconds,
      client_sys_s: systemSeconds,
      ...(maxResidentKib === null ? {} : { client_rss_kb: maxResidentKib }),
    })
  },
}

/** Size of the data directory, by `du -hs`. */
const directorySize: Format = {
  kind: 'directory-size',
  isBesideOutput: true,
  recognise: (_name, text) => recogniseDirectorySize(text),
  read(reading, file) {
    const size = take(reading, file, 'directory-size', parseDirectorySize(file.text, file.path))
    if (size !== null) placeValues(reading, file, { db_gb: size.gib })
  },
}

/** conf.diff, postgresql.conf, my.cnf and the like. */
const settingsFile: Format = {
  kind: 'settings',
  isBesideOutput: true,
  recognise: recogniseSettingsFile,
  read(reading, file) {
    const { settings, includes, problems } = parseSettingsFile(file.text, file.path)
    reading.problems.push(...problems)
    for (const { line, path } of includes) {
      reading.problems.push({ file: file.path, line, message: `includes ${path}: what it sets is not known here` })
    }
    if (Object.keys(settings).length === 0) {
      reading.ignored.push({ path: file.path, reason: 'holds no setting' })
      return
    }
    reading.understood.push({ path: file.path, kind: 'settings' })
    placeSettings(reading, file, settings)
  },
}

export const SIDE_FILES_FORMATS: readonly Format[] = [processTime, directorySize, settingsFile]
