import { readArguments } from '../measure/arguments.ts'
import { atLeast, atMost, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { measureAnswers } from './measure-answers.ts'
import { measureQueue } from './measure-queue.ts'
import { measureTasks } from './measure-tasks.ts'

const { json } = readArguments('sizes')
const answers = await measureAnswers()
const tasks = await measureTasks()
const queue = await measureQueue()

if (json) {
  process.stdout.write(
    `${JSON.stringify({ machine: machineLine(), answers, tasks, queue }, null, 2)}\n`,
  )
} else {
  process.stdout.write(
    [
      machineLine(),
      '',
      'June 2001 against May on three million flights, the same digits from all three; medians:',
      tableText(
        ['question', 'plan table', 'file', 'of table', 'in memory', 'of table'],
        answers.map(({ question, table, file, memory }) => [
          question,
          timeText(table.median),
          timeText(file.median),
          ratioText(file.median / table.median),
          timeText(memory.median),
          ratioText(memory.median / table.median),
        ]),
      ),
      '',
      'Tasks on the embedded store:',
      tableText(
        ['', 'time', 'goal'],
        [
          ['3,650 instances made', timeText(tasks.create), '2 s'],
          ['a page of a task of 100,000', timeText(tasks.page), '10 ms'],
        ],
      ),
      '',
      'Instances without work, claimed and finished in a second:',
      tableText(
        ['store', 'rate', 'goal'],
        [
          ['SQLite', rateText(queue.sqlite), '500'],
          ['PostgreSQL', queue.postgres === null ? 'none here' : rateText(queue.postgres), '300'],
        ],
      ),
      '',
    ].join('\n'),
  )
}

tellGoals([
  ...answers.map(({ question, table, file }) =>
    atLeast(`from a plan, of the file: ${question}`, file.median / table.median, 5),
  ),
  atMost('3,650 instances made', tasks.create, 2_000),
  atMost('a page of a task of 100,000', tasks.page, 10),
  atLeast('instances a second, SQLite', queue.sqlite, 500, rateText),
  atLeast('instances a second, PostgreSQL', queue.postgres, 300, rateText),
])

function rateText(perSecond: number): string {
  return Math.round(perSecond).toLocaleString('en-US')
}
