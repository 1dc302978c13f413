import type { OperationId } from '@tributary/contract'
import { type InputOf, LINEAGE_MEDIA_TYPES } from '@tributary/contract/internal'
import type {
  Caller,
  CallOptions,
  LineageAnswers,
  LineageDifferenceQuery,
  Platform,
} from '@tributary/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidPartError } from '../errors.ts'
import { askTagged } from '../plugins/answer-tags.ts'
import { getAbortSignal, getAnswerTimeout } from '../request/answer-limit.ts'
import { isLong, streamData, streamEdges, streamText } from './stream-data.ts'
import type { Noted } from './write-answer.ts'

/** An authenticated request. */
export interface Call {
  readonly platform: Platform
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The call of the platform that answers each operation. */
export const ANSWERS: {
  readonly [Id in OperationId]: (call: Call, input: InputOf<Id>) => unknown
} = {
  createBackfill: async ({ platform, caller }, body): Promise<Noted> => {
    const data = await platform.createBackfill(caller, body)
    return { data, note: platform.load().workers > 0 ? null : NO_WORKERS }
  },
  taskInstances: ({ platform, caller }, query) => platform.taskInstances(caller, query),
  taskInstance: ({ platform, caller }, { id }) => platform.taskInstance(caller, id),
  triggerSourceTable: ({ platform, caller }, body) => platform.triggerSourceTable(caller, body),
  triggerSourceTableRange: ({ platform, caller }, body) =>
    platform.triggerSourceTableRange(caller, body),
  planDetail: ({ platform, caller }, query) => platform.planDetail(caller, query),
  planPartitions: ({ platform, caller }, query) => platform.planPartitions(caller, query),
  partitionStates: ({ platform, caller }, query) => platform.partitionStates(caller, query),
  listPlans: ({ platform, caller }, query) => platform.listPlans(caller, query),
  listSourceTables: ({ platform, caller }, query) => platform.listSourceTables(caller, query),
  listTasks: ({ platform, caller }, query) => platform.listTasks(caller, query),
  retryTask: ({ platform, caller }, body) => platform.retryTask(caller, body),
  cancelTask: ({ platform, caller }, body) => platform.cancelTask(caller, body),
  deletePlan: ({ platform, caller }, { uuid }) => platform.deletePlan(caller, uuid),
  comparePeers: (call, body) =>
    ofAnyLength(
      call,
      askTagged(call, (tags) =>
        call.platform.comparePeers(call.caller, body, { ...optionsOf(call), ...tags }),
      ),
    ),
  compareTimes: (call, body) =>
    ofAnyLength(
      call,
      askTagged(call, (tags) =>
        call.platform.compareTimes(call.caller, body, { ...optionsOf(call), ...tags }),
      ),
    ),
  queryMetrics: (call, body) =>
    ofAnyLength(
      call,
      askTagged(call, (tags) =>
        call.platform.queryMetrics(call.caller, body, { ...optionsOf(call), ...tags }),
      ),
    ),
  metricMovements: (call, body) =>
    call.platform.metricMovements(call.caller, body, optionsOf(call)),
  metricSeries: (call, body) =>
    ofAnyLength(
      call,
      askTagged(call, (tags) =>
        call.platform.metricSeries(call.caller, body, { ...optionsOf(call), ...tags }),
      ),
    ),
  dimensionValues: (call, body) =>
    call.platform.dimensionValues(call.caller, body, optionsOf(call)),
  datasetExtent: (call, query) => call.platform.datasetExtent(call.caller, query, optionsOf(call)),
  expressionScope: (call, query) =>
    call.platform.expressionScope(call.caller, query, optionsOf(call)),
  checkExpression: ({ platform, caller }, body) => platform.checkExpression(caller, body),
  comparePath: (call, body) =>
    ofAnyLength(call, call.platform.comparePath(call.caller, body, optionsOf(call))),
  findCauses: (call, body) => call.platform.findCauses(call.caller, body, optionsOf(call)),
  breakDown: (call, body) => call.platform.breakDown(call.caller, body),
  compareTreeTimes: (call, body) =>
    call.platform.compareTreeTimes(call.caller, body, optionsOf(call)),
  compareTreePeers: (call, body) =>
    call.platform.compareTreePeers(call.caller, body, optionsOf(call)),
  rankDimensions: (call, body) => call.platform.rankDimensions(call.caller, body, optionsOf(call)),
  allLineage: async ({ platform, caller, request, reply }) => {
    const { edgeList } = await platform.allLineage(caller)
    reply.type('application/json; charset=utf-8')
    return streamEdges(request, edgeList)
  },
  vertexLineage: (call, { asOf, ...query }) =>
    ofAnyLength(
      call,
      asOf === undefined
        ? call.platform.vertexLineage(call.caller, query, optionsOf(call))
        : getLineage(call).vertexAsOf(query, asOf, optionsOf(call)),
    ),
  lineageEvidence: (call, { fromId, fromType, toId, toType }) => {
    const from = { vertexId: fromId, vertexType: fromType }
    const to = { vertexId: toId, vertexType: toType }
    return ofAnyLength(call, getLineage(call).evidence(from, to, optionsOf(call)))
  },
  lineageImpact: (call, { edgeTypes, ...vertex }) => {
    const options = { ...optionsOf(call), ...(edgeTypes && { edgeTypes }) }
    return ofAnyLength(call, getLineage(call).impact(vertex, options))
  },
  lineageSinglePoints: (call, vertex) =>
    ofAnyLength(call, getLineage(call).singlePoints(vertex, optionsOf(call))),
  lineageLooseEnds: (call) => ofAnyLength(call, getLineage(call).looseEnds(optionsOf(call))),
  lineageCycles: (call) => ofAnyLength(call, getLineage(call).cycles(optionsOf(call))),
  lineageDifference: (call, query) =>
    ofAnyLength(call, getLineage(call).difference(toDifferenceQuery(query), optionsOf(call))),
  lineageMoments: (call, query) =>
    ofAnyLength(call, getLineage(call).moments(query, optionsOf(call))),
  searchLineage: (call, query) => getLineage(call).search(query, optionsOf(call)),
  exportLineage: ({ platform, caller, reply }, { format = 'json' }) => {
    const pieces = platform.lineage(caller).write(format)
    reply.type(LINEAGE_MEDIA_TYPES[format])
    return streamText(pieces)
  },
  dimensionDetail: ({ platform, caller }, { dimName, queryBy }) =>
    platform.dimensionDetail(caller, dimName, { by: queryBy === undefined ? 'NAME' : 'CODE' }),
  dimensionsOfMetrics: ({ platform, caller }, { metricNames }) =>
    platform.dimensionsOfMetrics(caller, metricNames),
  metricDetail: ({ platform, caller }, { metricName }) => platform.metricDetail(caller, metricName),
  searchCatalog: (call, query) => call.platform.searchCatalog(call.caller, query, optionsOf(call)),
  datasetDetail: ({ platform, caller }, { name }) => platform.datasetDetail(caller, name),
  resourceEntries: ({ platform, caller }, body) => platform.resourceEntries(caller, body),
  createMetricView: ({ platform, caller }, body) => platform.createMetricView(caller, body),
  listViews: ({ platform, caller }, query) => platform.listViews(caller, query),
  viewDetail: ({ platform, caller }, { viewName }) => platform.viewDetail(caller, viewName),
  deleteView: ({ platform, caller }, { viewName }) => platform.deleteView(caller, viewName),
  caller: ({ platform, caller }) => platform.callerDetail(caller),
  saveUserAttributes: ({ platform, caller }, body) => platform.saveUserAttributes(caller, body),
  deleteUserAttributes: ({ platform, caller }, body) => platform.deleteUserAttributes(caller, body),
  userAttributes: ({ platform, caller }, body) => platform.userAttributes(caller, body),
  userGroups: ({ platform, caller }, body) => platform.userGroups(caller, body),
  moveUserGroup: ({ platform, caller }, body) => platform.moveUserGroup(caller, body),
  importLineage: (call, { text, file = 'body', format, atOnce }) =>
    getLineage(call).import(
      { text, file, ...(format !== undefined && { format }) },
      { ...optionsOf(call), answerWithin: timeToAnswer(call, atOnce) },
    ),
  importDefinitions: (call, request) =>
    ofAnyLength(
      call,
      call.platform.importDefinitions(call.caller, request, {
        ...optionsOf(call),
        answerWithin: timeToAnswer(call, request.atOnce),
      }),
    ),
  definitionsImport: (call, { importId }) =>
    ofAnyLength(call, call.platform.definitionsImport(call.caller, importId)),
  cancelDefinitionsImport: ({ platform, caller }, { importId }) =>
    platform.cancelDefinitionsImport(caller, importId),
  lineageImport: (call, { importId }) => getLineage(call).importState(importId),
}

const NO_WORKERS =
  'The task is created, but this process runs no tasks: its instances wait until a process with workers on the same store runs them. Start one with `tributary start --workers N`, or `tributary worker` for a PostgreSQL store.'

/** For how long the end of an import is waited for; the other half is for the answer, whatever the store is busy with. */
function timeToAnswer({ reply }: Call, atOnce = false): number {
  return atOnce ? 0 : getAnswerTimeout(reply) / 2
}

/** What a caller who leaves, or waits too long, ends. */
function optionsOf({ request, reply }: Call): CallOptions {
  return {
    signal: getAbortSignal(reply),
    onPartFailed: (err) => request.log.error({ err }, 'a part of the answer failed'),
  }
}

/** Data, or a stream of the answer when there are too many for one piece. */
async function ofAnyLength({ request, reply }: Call, data: Promise<unknown>): Promise<unknown> {
  const answer = await data
  if (!isLong(answer)) return answer
  reply.type('application/json; charset=utf-8')
  return streamData(request, answer)
}

function getLineage({ platform, caller }: Call): LineageAnswers {
  return platform.lineage(caller)
}

/** Builds the query of the platform. Throws `SERVER_INVALID_QUERY` for an incomplete neighbourhood. */
function toDifferenceQuery({
  from,
  to,
  ...neighbourhood
}: InputOf<'lineageDifference'>): LineageDifferenceQuery {
  const moments = { from, ...(to !== undefined && { to }) }
  if (Object.keys(neighbourhood).length === 0) return moments
  const { vertexId, vertexType, inputStep = 0, outputStep = 0 } = neighbourhood
  if (vertexId === undefined) throw missing('vertex_id')
  if (vertexType === undefined) throw missing('vertex_type')
  return { ...moments, around: { vertexId, vertexType, inputStep, outputStep } }
}

function missing(path: string): Error {
  return invalidPartError('query', [{ path, expected: 'given', found: null }])
}
