import { signal } from '@preact/signals'
import { keep, readKept } from '../storage.ts'

/** The colours of the page: those of the system, or one of the two themes. */
export const THEMES = ['system', 'light', 'dark'] as const

/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number]

/** The theme that is shown. */
export const theme = signal<Theme>('system')

const KEPT = 'theme'

/** Shows the theme that was chosen before. */
export function startTheme(): void {
  const stored = readKept('always', KEPT)
  showTheme(THEMES.find((candidate) => candidate === stored) ?? 'system')
}

/** Shows a theme from now on. */
export function chooseTheme(newTheme: Theme): void {
  keep('always', KEPT, newTheme)
  showTheme(newTheme)
}

/** Shows a theme for now. */
export function showTheme(newTheme: Theme): void {
  theme.value = newTheme
  document.documentElement.dataset.theme = newTheme
}
