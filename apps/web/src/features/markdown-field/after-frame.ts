export type AfterFrame = {
  /** Calls the work once after the next frame, however often it is requested until then. */
  request(): void
  /** Calls requested work at once. */
  flush(): void
  /** Calls requested work and stops listening to the page. */
  close(): void
}

/**
 * Work that a typed key does not wait for. It is done right after the frame that shows the key, and before the page is
 * left or hidden, because a hidden page has no frames.
 */
export function afterFrame(work: () => void): AfterFrame {
  let frame = 0
  let isRequested = false
  const { port1, port2 } = new MessageChannel()
  const flush = () => {
    cancelAnimationFrame(frame)
    if (!isRequested) return
    isRequested = false
    work()
  }
  port1.onmessage = flush
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flush)
  return {
    request() {
      if (isRequested) return
      isRequested = true
      // A frame is shown after its animation callbacks, and a message arrives after that.
      if (document.hidden) port2.postMessage(null)
      else frame = requestAnimationFrame(() => port2.postMessage(null))
    },
    flush,
    close() {
      flush()
      port1.close()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    },
  }
}
