import { signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH, type Texts } from './english.ts'

/** The languages of the page, by their tags. */
export const LANGUAGES: readonly Texts[] = [ENGLISH, CHINESE]

/** The language that is shown. */
export const texts = signal<Texts>(ENGLISH)

const KEPT = 'language'

/** Shows the language chosen before, else the first of `wished` that there is. */
export function startLanguage(wished: readonly string[]): void {
  const tags = [readKept('always', KEPT) ?? '', ...wished]
  const matchingLanguages = tags.flatMap((tag) =>
    LANGUAGES.filter((language) => tag.split('-')[0] === language.tag),
  )
  show(matchingLanguages[0] ?? ENGLISH)
}

/** Shows a language from now on. */
export function chooseLanguage(tag: string): void {
  keep('always', KEPT, tag)
  showLanguage(tag)
}

/** Shows a language for now; another than those there are is English. */
export function showLanguage(tag: string): void {
  show(LANGUAGES.find((language) => language.tag === tag.split('-')[0]) ?? ENGLISH)
}

function show(language: Texts): void {
  texts.value = language
  document.documentElement.lang = language.tag
}
