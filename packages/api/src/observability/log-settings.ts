import { z } from 'zod'

const LogVariables = z.object({
  ASSAY_LOG_FORMAT: z.enum(['text', 'json']).catch('text'),
  ASSAY_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).catch('info'),
})

/** Reads the log settings from the environment, because logging must work before the other settings are read. */
export function readLogSettings(): { isJson: boolean; level: string } {
  const { ASSAY_LOG_FORMAT, ASSAY_LOG_LEVEL } = LogVariables.parse(process.env)
  return { isJson: ASSAY_LOG_FORMAT === 'json', level: ASSAY_LOG_LEVEL }
}
