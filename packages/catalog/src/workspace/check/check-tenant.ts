import { nearNames } from '@tributary/core'
import type { GrainWord } from '@tributary/expression'
import {
  findGrainWord,
  GRAIN_WORDS,
  grainOfWord,
  PLAIN_CALENDAR,
  wordsIn,
} from '@tributary/expression/internal'
import type { CalendarDefinition } from '../../definitions/calendar.ts'
import { calendarCodec } from '../codecs/calendar.ts'
import type { CheckedFile } from '../codecs/workspace-file.ts'
import type { Report } from '../files/report.ts'
import type { DocumentPath } from '../structure/shape.ts'

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

/** The weeks and fiscal years that the files agree on; weeks from Monday and no fiscal years when none has any. */
export function checkCalendar(report: Report, files: readonly CheckedFile[]): CalendarDefinition {
  const raw = agreedOn(report, files, 'calendar')
  if (raw?.fiscalYearName !== undefined && raw.fiscalYearStart === undefined) {
    const message = 'Expected "fiscalYearStart" beside "fiscalYearName", found none'
    report.at(
      raw,
      ['fiscalYearName'],
      message,
      'add "fiscalYearStart: 7" for July, or leave it out',
    )
  }
  const { fiscalYearStart: month = 1 } = raw ?? {}
  if (raw !== null && (month < 1 || month > 12)) {
    const message = `Expected a month from 1 to 12, found ${month}`
    report.at(raw, ['fiscalYearStart'], message, 'write 7 for July')
    return PLAIN_CALENDAR
  }
  return calendarCodec.decode(raw ?? {}, { tenant: '', folder: '' })
}

/** Whether a calendar has the periods of a grain at `path` of an object; reported where it has not. */
export function checkGrain(
  report: Report,
  { raw, path }: { readonly raw: object; readonly path: DocumentPath },
  { word, calendar }: { readonly word: GrainWord; readonly calendar: CalendarDefinition },
): boolean {
  if (grainOfWord(word, calendar) !== null) return true
  if (findGrainWord(word, calendar) === null) {
    const candidates = wordsIn(calendar, GRAIN_WORDS)
    report.unknown(raw, path, { kind: 'grain', name: word, candidates })
    return false
  }
  const message = `Expected a grain of the calendar, found ${word}, but there are no fiscal years`
  report.at(raw, path, message, 'add "calendar: { fiscalYearStart: 7 }" for years from July')
  return false
}

function agreedOn<Key extends 'tenant' | 'timeZone' | 'calendar'>(
  report: Report,
  files: readonly CheckedFile[],
  key: Key,
): NonNullable<CheckedFile['content'][Key]> | null {
  const [first, ...remainingFiles] = files.filter(({ content }) => content[key] !== undefined)
  if (first === undefined) return null
  const value = first.content[key]!
  for (const { yaml, content } of remainingFiles) {
    const [here, there] = [formatSetting(content[key]), formatSetting(value)]
    if (here === there) continue
    const message = `Expected the same ${key} in all files, found ${here} and ${there}`
    report.inFile(yaml, [key], message, `${first.yaml.file} says ${there}`)
  }
  return value
}

/** A text in quotes, an object by its keys in order. */
function formatSetting(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `"${value}"`
  return Object.entries(value)
    .map(
      ([key, propertyValue]) =>
        `${key} ${typeof propertyValue === 'object' ? JSON.stringify(propertyValue) : propertyValue}`,
    )
    .toSorted()
    .join(', ')
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
