import { parseOptions, USAGE } from './options.ts'
import { replay } from './replay.ts'
import { search } from './search.ts'

const options = parseOptions(process.argv.slice(2))
const tell = (line: string): void => void process.stdout.write(`${line}\n`)
if (options === null) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else {
  const found =
    options.replay === null
      ? await search(options, tell)
      : await replay(options.replay, options, tell)
  process.exitCode = found === 0 ? 0 : 1
}
