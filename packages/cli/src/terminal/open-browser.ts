import { spawn } from 'node:child_process'
import type { Effects } from './effects.ts'

/** Opens an address in the browser of the desktop; does nothing without a terminal or a desktop. */
export function openBrowser(url: string, { stdout, env }: Pick<Effects, 'stdout' | 'env'>): void {
  const { CI } = env
  const command = findCommand(env)
  if (!stdout.isTerminal || CI !== undefined || command === null) return
  const [program, ...words] = command
  const child = spawn(program!, [...words, url], { stdio: 'ignore', detached: true })
  // The address is printed all the same.
  child.on('error', () => {})
  child.unref()
}

function findCommand({ DISPLAY, WAYLAND_DISPLAY }: Effects['env']): readonly string[] | null {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null
}
