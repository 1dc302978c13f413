import { neighbourhood, openLineageSnapshot, type VertexType } from '@tributary/lineage'

/** Opens a snapshot, answers one question and prints how long the process had run by then, in milliseconds. */
const [path = '', vertexType = '', vertexId = ''] = process.argv.slice(2)
const snapshot = await openLineageSnapshot(path)
const root = { vertexType: vertexType as VertexType, vertexId }
const { vertices } = neighbourhood(snapshot, { root, upstream: 3, downstream: 3 })
if (vertices.length === 0) throw new Error('The snapshot answers nothing.')
process.stdout.write(String(performance.now()))
