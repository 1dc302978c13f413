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
  showTheme(THEMES.find((one) => one === stored) ?? 'system')
}

/** Shows a theme from now on. */
export function chooseTheme(one: Theme): void {
  keep('always', KEPT, one)
  showTheme(one)
}

/** Shows a theme for now. */
export function showTheme(one: Theme): void {
  theme.value = one
  document.documentElement.dataset.theme = one
}
