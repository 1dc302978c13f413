import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Registers how much the platform has to do, and the connections that were refused. */
export function registerLoad(
  registry: Registry,
  app: FastifyInstance,
  platform: Pick<Platform, 'load'>,
): void {
  const questions: Gauge = new Gauge({
    name: 'tributary_questions',
    help: 'Questions that run, and that wait for others to end.',
    labelNames: ['state'],
    registers: [],
    collect: () => {
      const { running, waiting } = platform.load()
      questions.set({ state: 'running' }, running)
      questions.set({ state: 'waiting' }, waiting)
    },
  })
  const slices: Gauge = new Gauge({
    name: 'tributary_work_queue_length',
    help: 'Pieces of long work that wait for their next slice on the event loop.',
    registers: [],
    collect: () => slices.set(platform.load().slices),
  })
  const refused = new Counter({
    name: 'tributary_connections_refused_total',
    help: 'Connections that were closed because as many were open as may be.',
    registers: [],
  })
  app.server.on('drop', () => refused.inc())
  for (const metric of [questions, slices, refused]) registry.registerMetric(metric)
}
