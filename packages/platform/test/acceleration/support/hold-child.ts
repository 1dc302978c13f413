import { tableHold } from '../../../src/acceleration/table-hold.ts'

/** A process that takes hold of a folder and keeps it until it is ended: `hold-child.ts FOLDER`. */
tableHold({ folder: process.argv[2]!, workers: 3 }).take()
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
