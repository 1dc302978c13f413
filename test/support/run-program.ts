import { Console } from 'node:console'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { ROOT } from './imports.ts'
import { importSources } from './published-modules.ts'

/** Runs a program of the documentation in this process, in the folder `cwd`, and gives what it wrote to the console. */
export async function runProgram(code: string, cwd: string = ROOT): Promise<string> {
  let printed = ''
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      printed += chunk
      done()
    },
  })
  // Inside this package, where what the programs import is at hand.
  const folder = mkdtempSync(join(ROOT, 'test/.program-'))
  const path = join(folder, 'program.ts')
  writeFileSync(path, importSources(code))
  const before = { console: globalThis.console, cwd: process.cwd() }
  globalThis.console = new Console({ stdout })
  process.chdir(cwd)
  try {
    await import(/* @vite-ignore */ path)
    return printed
  } finally {
    process.chdir(before.cwd)
    globalThis.console = before.console
    rmSync(folder, { recursive: true })
  }
}
