import { createPlatform } from '@tributary/platform'

/**
 * A process that works on tasks until it is ended: `work-child.ts data DIR` or `work-child.ts store URL`. Its leases are
 * short, so that what it leaves behind is taken up soon.
 */
const [kind, place] = process.argv.slice(2)
await createPlatform({
  ...(kind === 'data' ? { data: place! } : { store: place! }),
  workers: 2,
  taskTimes: { lease: 1_500, poll: 50 },
})
process.stdout.write('working\n')
