import { createPlatform } from '@tributary/platform'
import { metricName } from './large-files.ts'

/** Starts on a store, answers one question, and prints how long that took in milliseconds and what the process holds in megabytes. */
const [data = ''] = process.argv.slice(2)
const begin = performance.now()
const platform = await createPlatform({ data, trustIdentityHeaders: true })
const caller = await platform.authenticate({
  tenantId: 'large',
  authType: 'ACCOUNT',
  authValue: 'owner',
})
await platform.as(caller).dimensionsOfMetrics({ metricNames: [metricName(0)] })
const start = performance.now() - begin
const query = {
  vertex_type: 'METRIC' as const,
  vertex_id: metricName(0),
  input_step: 3,
  output_step: 3,
}
const { vertexList } = await platform.as(caller).vertexLineage(query)
if (vertexList.length < 2) throw new Error('The lineage answers nothing.')
const lineage = performance.now() - begin
const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
await platform.close()
process.stdout.write(JSON.stringify({ start, lineage, memory }))
