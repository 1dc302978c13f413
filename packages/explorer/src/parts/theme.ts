import { signal } from '@preact/signals'

/** The colours of the page: those of the system, or one of the two themes. */
export const THEMES = ['system', 'light', 'dark'] as const

/** One of {@link THEMES}. */
export type Theme = (typeof THEMES)[number]

/** The theme that is shown. */
export const theme = signal<Theme>('system')

const STORED = 'tributary.theme'

/** Shows the theme that was chosen before. */
export function startTheme(): void {
  const stored = localStorage.getItem(STORED)
  show(THEMES.find((one) => one === stored) ?? 'system')
}

/** Shows a theme from now on. */
export function chooseTheme(one: Theme): void {
  localStorage.setItem(STORED, one)
  show(one)
}

function show(one: Theme): void {
  theme.value = one
  document.documentElement.dataset.theme = one
}
