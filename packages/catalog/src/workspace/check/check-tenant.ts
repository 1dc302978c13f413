import { nearNames } from '@tributary/core'
import type { CheckedFile } from '../codecs/workspace-file.ts'
import type { Report } from '../report.ts'

/** The tenant that the files agree on. */
export function checkTenant(report: Report, files: readonly CheckedFile[]): string {
  const tenant = agreedOn(report, files, 'tenant')
  const first = files[0]
  const isTried = files.some(({ yaml }) => hasKey(yaml.value, 'tenant'))
  if (tenant === null && !isTried && first !== undefined) {
    const message = 'Expected the key "tenant" in one of the files, found none'
    report.inFile(first.yaml, ['tenant'], message, 'add a line such as "tenant: demo"')
  }
  return tenant ?? ''
}

/** The time zone that the files agree on; UTC when none names one. */
export function checkTimeZone(report: Report, files: readonly CheckedFile[]): string {
  const timeZone = agreedOn(report, files, 'timeZone') ?? 'UTC'
  if (isTimeZone(timeZone)) return timeZone
  const file = files.find(({ content }) => content.timeZone === timeZone)
  const near = nearNames(timeZone, Intl.supportedValuesOf('timeZone'))[0]
  const hint = near === undefined ? 'for example UTC or Europe/Berlin' : `did you mean "${near}"?`
  if (file !== undefined) {
    const message = `Expected an IANA time zone, found "${timeZone}"`
    report.inFile(file.yaml, ['timeZone'], message, hint)
  }
  return timeZone
}

function agreedOn(
  report: Report,
  files: readonly CheckedFile[],
  key: 'tenant' | 'timeZone',
): string | null {
  const [first, ...others] = files.filter(({ content }) => content[key] !== undefined)
  if (first === undefined) return null
  const value = first.content[key]!
  for (const { yaml, content } of others) {
    if (content[key] === value) continue
    const message = `Expected the same ${key} in all files, found "${content[key]}" and "${value}"`
    report.inFile(yaml, [key], message, `${first.yaml.file} says "${value}"`)
  }
  return value
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
