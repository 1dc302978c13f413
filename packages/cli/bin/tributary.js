#!/usr/bin/env node
// Plain JavaScript of 2017, so that an old Node reaches the sentence below instead of a syntax error.

const NEEDED = 24
const found = process.versions.node

async function start() {
  if (Number.parseInt(found, 10) < NEEDED) {
    console.error(
      `tributary needs Node ${NEEDED} or newer and this is Node ${found}. ` +
        'Install it from https://nodejs.org; in a clone of the repository, `npx -y pnpm@12.21.0 demo` does so for you.',
    )
    process.exitCode = 1
    return
  }
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { main } = await import('@tributary/cli/main')
  process.exitCode = await main(process.argv.slice(2))
}

start()
