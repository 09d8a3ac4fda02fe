/** Time until a closing dialog has released the focus. */
const FOCUS_REST_MS = 10;

/** Returns the focus to the menu of the run, unless another element has it. */
export function returnFocus(runId: number): void {
  const held = document.activeElement;
  setTimeout(() => {
    const now = document.activeElement;
    if (now !== null && now !== document.body && now !== held) return;
    const menu = document.querySelector(`[data-run-menu="${runId}"]`);
    if (menu instanceof HTMLElement) menu.focus({ preventScroll: true });
  }, FOCUS_REST_MS);
}
