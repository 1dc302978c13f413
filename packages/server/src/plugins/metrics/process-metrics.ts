import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Measures this process: how late its event loop is, its memory and its time on the processor. */
export interface ProcessMetrics {
  stop(): void
}

type Delay = ReturnType<typeof monitorEventLoopDelay>

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION = 10

/**
 * Measures until it is stopped, and gives the figures to `registry`; the lag is that since they were last
 * read. Does not keep the process alive. The collectors that prom-client has of its own cannot be stopped:
 * every app of a process would leave some behind.
 */
export function createProcessMetrics(registry: Registry): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  giveLag(registry, delay)
  giveUsage(registry)
  return { stop: () => void delay.disable() }
}

function giveLag(registry: Registry, delay: Delay): void {
  const lag = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop was since the last look.',
    labelNames: ['quantile'],
    registers: [],
    collect: () => {
      lag.set({ quantile: '0.5' }, lagOf(delay, delay.percentile(50)))
      lag.set({ quantile: '0.99' }, lagOf(delay, delay.percentile(99)))
      lag.set({ quantile: '1' }, lagOf(delay, delay.max))
      delay.reset()
    },
  })
  registry.registerMetric(lag)
}

/** The histogram counts the pause it was told to make as well; without a sample it knows nothing. */
function lagOf(delay: Delay, nanoseconds: number): number {
  return delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3)
}

function giveUsage(registry: Registry): void {
  const processor = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time on the processor.',
    registers: [],
    collect: () => {
      const { user, system } = process.cpuUsage()
      processor.reset()
      processor.inc((user + system) / 1e6)
    },
  })
  registry.registerMetric(processor)
  const started = Math.round(Date.now() / 1e3 - process.uptime())
  const gauges = [
    gauge('process_resident_memory_bytes', 'Memory that the process holds.', () =>
      process.memoryUsage.rss(),
    ),
    gauge(
      'nodejs_heap_used_bytes',
      'Memory of JavaScript objects.',
      () => process.memoryUsage().heapUsed,
    ),
    gauge(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      () => started,
    ),
  ]
  for (const one of gauges) registry.registerMetric(one)
}

function gauge(name: string, help: string, read: () => number): Gauge {
  const made: Gauge = new Gauge({ name, help, registers: [], collect: () => made.set(read()) })
  return made
}
