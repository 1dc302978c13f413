import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Measures the event loop lag, the memory and the processor time of this process. */
export interface ProcessMetrics {
  stop(): void
}

type Delay = ReturnType<typeof monitorEventLoopDelay>

/** The sampling interval of the event loop, in milliseconds. */
const RESOLUTION = 10

/**
 * Measures until it is stopped and registers the metrics in `registry`. The lag covers the time since the last
 * read. Does not keep the process alive. The default collectors of prom-client are not used because they cannot be
 * stopped when an app closes.
 */
export function createProcessMetrics(registry: Registry): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  registerLag(registry, delay)
  registerUsage(registry)
  return { stop: () => void delay.disable() }
}

function registerLag(registry: Registry, delay: Delay): void {
  const lag = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop was since the last look.',
    labelNames: ['quantile'],
    registers: [],
    collect: () => {
      lag.set({ quantile: '0.5' }, computeLag(delay, delay.percentile(50)))
      lag.set({ quantile: '0.99' }, computeLag(delay, delay.percentile(99)))
      lag.set({ quantile: '1' }, computeLag(delay, delay.max))
      delay.reset()
    },
  })
  registry.registerMetric(lag)
}

/** The histogram includes the sampling interval itself; without a sample its values are meaningless. */
function computeLag(delay: Delay, nanoseconds: number): number {
  return delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3)
}

function registerUsage(registry: Registry): void {
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
  for (const gauge of gauges) registry.registerMetric(gauge)
}

function gauge(name: string, help: string, read: () => number): Gauge {
  const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
  return gauge
}
