// Asks a case that the differential test wrote at every door: node test/differential/replay.ts FILE
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('./replay-case.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [main, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
