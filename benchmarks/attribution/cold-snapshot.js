// A user's program as it would be deployed: JavaScript over the built package, no types to strip.
import { attributeTable, openSnapshot } from '../../packages/attribution/dist/bundle/index.js'

const imported = performance.now()
const [path, question] = process.argv.slice(2)
const source = await openSnapshot(path, { name: 'sales' })
const { tables } = await attributeTable(source, JSON.parse(question))
const answered = performance.now()
const [total] = tables[0].table.objects()
const totals = [total['@currentValue'], total['@compareValue']]
process.stdout.write(JSON.stringify({ imported, answered, totals }))
process.exit(0)
