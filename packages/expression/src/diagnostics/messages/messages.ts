import { CHINESE } from './chinese.ts'
import type { DiagnosticCode } from './codes.ts'
import { ENGLISH } from './english.ts'

/** The languages of messages: English and Chinese. */
export type DiagnosticLocale = 'en' | 'zh'

type Sentences = Readonly<Record<DiagnosticCode, string>>

/** The names of the holes of a message. */
type HolesOf<Sentence extends string> = Sentence extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | HolesOf<Rest>
  : never

/** The params of a diagnostic, one for each hole of its message. */
export type ParamsOf<Code extends DiagnosticCode> = Readonly<
  Record<HolesOf<(typeof ENGLISH)[Code]>, string | number>
>

/** A translation in which every message has the holes of the English one. */
type Translated<Translation extends Sentences> = {
  readonly [Code in DiagnosticCode]: [
    HolesOf<Translation[Code]>,
    HolesOf<(typeof ENGLISH)[Code]>,
  ] extends [HolesOf<(typeof ENGLISH)[Code]>, HolesOf<Translation[Code]>]
    ? string
    : never
}

const english: Sentences = ENGLISH
const chinese: Translated<typeof CHINESE> = CHINESE

/** The message of every diagnostic, with `{holes}`, by language. */
export const MESSAGES: Readonly<Record<DiagnosticLocale, Sentences>> = { en: english, zh: chinese }

/** Fills the holes of a message. */
export function fillHoles(
  sentence: string,
  params: Readonly<Record<string, string | number>>,
): string {
  return sentence.replace(/\{(\w+)\}/g, (_, hole: string) => String(params[hole] ?? ''))
}
