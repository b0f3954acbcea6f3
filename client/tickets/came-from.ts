/** Which ticket a comparison was made from, as it was named: there its report most likely belongs. For this visit only. */
const tickets = new Map<string, string>();

export function rememberTicket(comparison: string, ref: string): void {
  tickets.set(comparison, ref);
}

export function ticketOf(comparison: string): string {
  return tickets.get(comparison) ?? '';
}
