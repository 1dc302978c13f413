import { Type } from 'typebox'
import {
  flag,
  integer,
  name,
  nullable,
  object,
  objects,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

const context = Type.Enum(['filter', 'time', 'result', 'formula'], {
  description:
    'What the expression is: `filter` a condition on rows, `time` a time constraint, `result` a condition on the values of the metric, `formula` the `expr` of a temporary metric.',
})

/** Query of `expression/scope`. */
export const expressionScopeQuery = Type.Object({
  metric: name('Name, code or display name of the metric that is asked about.'),
  context,
})

/** `data` of `expression/scope`. */
export const expressionScopeData = object('What an expression may name.', {
  metric: text('Name of the metric.'),
  context,
  expects: Type.Enum(['BOOLEAN', 'NUMBER'], { description: 'The type that it must have.' }),
  fields: objects('What can stand in brackets: `[name]`.', {
    name: text('The name.'),
    type: text('Type of its values: `BIGINT`, `DECIMAL`, `DOUBLE`, `VARCHAR`, `DATE` and so on.'),
    description: text('What it means, else its display name.'),
    values: Type.Optional(
      objects('The values that the workspace lists; absent for none.', {
        value: text('The value.'),
        description: text('What it means.'),
      }),
    ),
  }),
  columns: objects("What can stand as `['dataset'/'column']`; only for `filter`.", {
    dataset: text('Name of the dataset.'),
    column: text('Name of the column.'),
  }),
  more: flag('Whether there are more: at most 1,000 fields and 1,000 columns are listed.'),
})

/** Body of `expression/check`. */
export const expressionCheckBody = Type.Object({
  text: text('The expression.'),
  metric: expressionScopeQuery.properties.metric,
  context,
})

const span = object('A part of the text.', {
  start: integer('Its first character, from 0, in UTF-16 units.'),
  end: integer('The character after it.'),
})

/** `data` of `expression/check`. */
export const expressionCheckData = object('What is wrong with the expression, and what it says.', {
  diagnostics: objects('Errors and warnings, at most twenty.', {
    code: text('Such as `EXP3001`; docs/errors.md lists all.'),
    name: text('Such as `EXPRESSION_UNKNOWN_FIELD`.'),
    severity: Type.Enum(['error', 'warning'], {
      description: '`error` for a mistake, `warning` for a suspicious expression that is accepted.',
    }),
    message: text('One sentence for a person.'),
    span,
    labels: objects('Further places that explain the first.', {
      span,
      text: text('What is there.'),
    }),
    expected: texts('What could stand there; empty when there are many possibilities.'),
    fixes: objects('What mends it, the best first.', {
      title: text('What it does.'),
      edits: objects('Each span is replaced by its text.', { span, text: text('The new text.') }),
    }),
  }),
  canonical: nullable(text('The expression in canonical form; null while there is an error.')),
  range: nullable(
    object(
      'Of `time`: the one range in which the condition is TRUE; null where there is not one.',
      {
        from: nullable(text('Its first moment; null for no beginning.')),
        to: nullable(text('The first moment after it; null for no end.')),
      },
    ),
  ),
})

/** Query of `expression/scope`. */
export type ExpressionScopeQuery = ValueOf<typeof expressionScopeQuery>

/** `data` of `expression/scope`. */
export type ExpressionScopeData = ValueOf<typeof expressionScopeData>

/** Body of `expression/check`. */
export type ExpressionCheckRequest = ValueOf<typeof expressionCheckBody>

/** `data` of `expression/check`. */
export type ExpressionCheckData = ValueOf<typeof expressionCheckData>
