import { create } from 'zustand';

/** A passage in a list: its device and any of its records. */
export interface ListedPassage {
  readonly uid: number;
  readonly passageId: number;
}

interface PassageLists {
  /** By the id of the list, in the order of its rows. */
  readonly lists: Readonly<Record<string, readonly ListedPassage[]>>;
}

/** Lists of passages of several devices: a chart that was opened from one moves through its rows. */
const useLists = create<PassageLists>()(() => ({ lists: {} }));

/** Publishes the rows until the returned function is called. */
export function putPassageList(listId: string, passages: readonly ListedPassage[]): () => void {
  useLists.setState(({ lists }) => ({ lists: { ...lists, [listId]: passages } }));
  return () => {
    const { [listId]: shown, ...others } = useLists.getState().lists;
    if (shown === passages) useLists.setState({ lists: others });
  };
}

/** undefined: the list does not exist, or is no longer shown. */
export function usePassageList(listId: string | undefined): readonly ListedPassage[] | undefined {
  return useLists(({ lists }) => (listId === undefined ? undefined : lists[listId]));
}
