// Without the package around it, whose resolution would lead to the sources.
const { main } = await import('../../packages/cli/dist/bundle/main.js')
process.exitCode = await main(process.argv.slice(2))
