import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blocksOf } from '../support/fenced-blocks.ts'
import { ROOT } from '../support/imports.ts'
import { runProgram } from '../support/run-program.ts'
import { runTributary, wordsOf } from '../support/tributary.ts'

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

/** What the command of this repository prints. */
async function tributary(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runTributary(args)
  expect(code, stderr).toBe(0)
  return stdout
}

/** The fenced blocks of a language (`''` for none), in order. */
function blocks(language: string): readonly string[] {
  return blocksOf(README, language)
}

describe('the README', () => {
  test('opens with the three commands', () => {
    const [commands] = blocks('')
    expect(commands).toMatch(
      /^npx -y pnpm@12\.21\.0 demo .*\nnpx -y pnpm@12\.21\.0 tributary open .*\nnpx -y pnpm@12\.21\.0 test .*\n$/,
    )
    expect(README.indexOf('```')).toBeLessThan(README.indexOf('Tributary answers'))
  })

  test('shows what the demo really prints', async () => {
    expect(blocks('')[1]?.trim()).toBe((await tributary('demo', '--once')).trim())
  })

  test('shows the embedded example as it is', () => {
    const example = readFileSync(join(ROOT, 'examples/embed/main.ts'), 'utf8')
    expect(blocks('ts')[0]).toBe(example)
  })

  test('shows a program that runs', async () => {
    expect(await runProgram(blocks('ts')[1]!)).not.toBe('')
  })

  test('names commands that work', async () => {
    const data = mkdtempSync(join(tmpdir(), 'readme-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const commands = blocks('')[2]!
      .replace(/\\\n\s*/g, '')
      .trim()
      .split('\n')
      .map((line) => line.replace('npx -y pnpm@12.21.0 tributary ', ''))
    expect(commands).toHaveLength(7)
    for (const command of commands.filter((one) => !one.startsWith('start '))) {
      const args = wordsOf(command).map((word) => word.replace(/^\.\/data$/, data))
      expect(await tributary(...args), command).not.toBe('')
    }
  }, 120_000)

  test('shows what imported lineage really answers', async () => {
    const sessions = blocks('').filter((block) => block.startsWith('$ npx'))
    expect(sessions).toHaveLength(2)
    for (const session of sessions) {
      const [command = '', ...printed] = session.split('\n')
      const args = command.replace('$ npx -y pnpm@12.21.0 tributary ', '').split(' ')
      expect((await tributary(...args)).trimEnd(), command).toBe(printed.join('\n').trimEnd())
    }
  }, 60_000)
})
