/** As long as a dialog takes to let go of the focus. */
const FOCUS_REST_MS = 10;

/** Back to the menu of the run, from which everything of it is opened, unless something else has taken the focus. */
export function returnFocus(runId: number): void {
  const held = document.activeElement;
  setTimeout(() => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && now !== held) return;
    const menu = document.querySelector(`[data-run-menu="${runId}"]`);
    if (menu instanceof HTMLElement) menu.focus({ preventScroll: true });
  }, FOCUS_REST_MS);
}
