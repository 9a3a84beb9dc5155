/** Says what cancelling a request means, before it is done. */
export function CancelConsequences() {
  return (
    <p>
      Recipients can no longer add anything or open each other’s files. Those who have opened the link see
      that nothing more is needed; for everyone else it stops working. You keep everything already received,
      and you can reopen the request for 30 days. If it repeats, it won’t be sent again.
    </p>
  );
}
