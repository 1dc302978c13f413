import { createTableLock } from '../../../src/tables/lock/table-lock.ts'

/** A process that takes hold of a folder and keeps it until it is ended: `hold-child.ts FOLDER WORKERS`. */
const [folder, workers] = process.argv.slice(2)
createTableLock({ folder: folder!, workers: Number(workers), release: async () => {} }).take()
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
