/** An instance as the model has it: plain, slow and independent of the store. Times are milliseconds. */
export interface ModelInstance {
  readonly id: number
  readonly table: string
  readonly plan: string
  readonly group: string
  readonly priority: number
  readonly retryCount: number
  readonly retryInterval: number
  upstream: ModelInstance[]
  status: 'WAITING' | 'RUNNING' | 'SUCCESS' | 'FAILED'
  attempt: number
  owner: string | null
  lease: number
  ready: number
  tries: number
  losses: number
  /** Every status that it entered, with the time. */
  readonly history: [status: string, at: number][]
}

/** What the model is asked to keep to. */
export interface ModelLimits {
  readonly perTenant: number
  readonly groups: Readonly<Record<string, number>>
  readonly lease: number
  readonly mostLosses: number
}

/** The queue as a list that is gone through from the start for everything. */
export class QueueModel {
  readonly limits: ModelLimits
  instances: ModelInstance[] = []

  constructor(limits: ModelLimits) {
    this.limits = limits
  }

  claim(owner: string, most: number, at: number): ModelInstance[] {
    const claimed: ModelInstance[] = []
    const heads = new Map<string, ModelInstance>()
    const inOrder = this.instances.toSorted((a, b) => b.priority - a.priority || a.id - b.id)
    // Groups that are full at the start are passed over; one that fills up meanwhile leaves its head waiting.
    const full = Object.keys(this.limits.groups).filter((group) => this.isFull(group))
    for (const one of inOrder) {
      if (one.status !== 'WAITING' || one.ready > at || heads.has(one.table)) continue
      if (this.running().some(({ table }) => table === one.table)) continue
      if (full.includes(one.group)) continue
      if (one.upstream.some(({ status }) => status !== 'SUCCESS')) continue
      heads.set(one.table, one)
    }
    for (const one of heads.values()) {
      if (claimed.length >= most) break
      if (this.running().length >= this.limits.perTenant || this.isFull(one.group)) continue
      this.#enter(one, 'RUNNING', at)
      Object.assign(one, { owner, attempt: one.attempt + 1, lease: at + this.limits.lease })
      claimed.push(one)
    }
    return claimed
  }

  running(): ModelInstance[] {
    return this.instances.filter(({ status }) => status === 'RUNNING')
  }

  isFull(group: string): boolean {
    const most = this.limits.groups[group]
    return most !== undefined && this.running().filter((one) => one.group === group).length >= most
  }

  holder(id: number, attempt: number, owner: string): ModelInstance | undefined {
    return this.running().find(
      (one) => one.id === id && one.attempt === attempt && one.owner === owner,
    )
  }

  succeed(one: ModelInstance, at: number): void {
    this.#enter(one, 'SUCCESS', at)
  }

  fail(one: ModelInstance, at: number): void {
    if (one.tries === one.retryCount) this.#enter(one, 'FAILED', at)
    else {
      this.#wait(one, at)
      one.tries += 1
      one.ready = at + one.retryInterval * 1_000
    }
  }

  release(one: ModelInstance, at: number): void {
    this.#wait(one, at)
  }

  sweep(at: number): number[] {
    const lost = this.running().filter(({ lease }) => lease < at)
    for (const one of lost) {
      if (one.losses === this.limits.mostLosses) this.#enter(one, 'FAILED', at)
      else {
        this.#wait(one, at)
        one.losses += 1
      }
    }
    return lost.map(({ id }) => id)
  }

  rerun(id: number, at: number): void {
    const wanted = new Set(this.instances.filter((one) => one.id === id))
    for (let size = -1; size < wanted.size; ) {
      size = wanted.size
      for (const one of this.instances) {
        if (one.upstream.some((upstream) => wanted.has(upstream))) wanted.add(one)
      }
    }
    for (const one of wanted) {
      if (one.status === 'RUNNING') one.attempt += 1
      this.#wait(one, at)
      one.tries = 0
      one.losses = 0
    }
  }

  cancel(plan: string, at: number): number[] {
    const ofPlan = this.instances.filter((one) => one.plan === plan)
    const running = ofPlan.filter(({ status }) => status === 'RUNNING').map(({ id }) => id)
    for (const one of ofPlan) {
      one.upstream = []
      if (one.attempt === 0) this.#remove(one)
      else if (one.status === 'WAITING' || one.status === 'RUNNING') {
        if (one.status === 'RUNNING') one.attempt += 1
        this.#enter(one, 'FAILED', at)
      }
    }
    return running
  }

  #remove(gone: ModelInstance): void {
    this.instances = this.instances.filter((one) => one !== gone)
    for (const one of this.instances) one.upstream = one.upstream.filter((other) => other !== gone)
  }

  #wait(one: ModelInstance, at: number): void {
    this.#enter(one, 'WAITING', at)
    one.ready = at
  }

  #enter(one: ModelInstance, status: ModelInstance['status'], at: number): void {
    one.status = status
    one.owner = null
    one.history.push([status, at])
  }
}
