//! The suite that every backend passes: one list of cases, run on whatever implements
//! [`crate::support::Backend`].

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod drafts;
pub(crate) mod filters;
pub(crate) mod guards;
pub(crate) mod hub_events;
pub(crate) mod import;
pub(crate) mod lifecycle;
pub(crate) mod list;
pub(crate) mod lookup;
pub(crate) mod races;
pub(crate) mod retention;

/// Makes one test of every case for one backend.
macro_rules! conformance {
    ($name:ident, $backend:ty) => {
        mod $name {
            use $crate::conformance::cases;
            cases! { $backend;
                lifecycle::a_stored_question_reads_back_as_it_was_asked,
                lifecycle::an_unknown_interaction_is_absent,
                lifecycle::an_append_makes_its_events_true_and_numbers_them,
                lifecycle::appending_nothing_changes_nothing,
                lifecycle::what_was_decided_on_an_older_revision_is_a_conflict,
                lifecycle::every_outcome_reads_back_as_it_was_decided,
                lifecycle::a_closed_store_refuses_and_a_reopened_one_has_kept_everything,
                lifecycle::the_same_id_twice_is_refused_and_changes_nothing,
                races::of_many_answers_at_once_exactly_one_is_recorded,
                races::sequence_numbers_have_no_gaps_under_concurrency,
                races::limits_hold_when_many_ask_at_once,
                races::a_principal_has_one_budget_of_bytes_under_whatever_name_it_asks,
                races::a_caller_that_goes_away_does_not_stop_the_others,
                races::an_asker_at_its_limit_does_not_keep_others_from_asking,
                guards::a_second_outcome_is_refused,
                guards::an_outcome_cannot_be_changed_behind_the_stores_back,
                guards::what_was_asked_cannot_be_changed_behind_the_stores_back,
                guards::a_pending_interaction_cannot_be_removed_behind_the_stores_back,
                guards::an_interaction_cannot_be_closed_without_an_audit_row,
                guards::events_and_audit_rows_are_append_only,
                guards::delivery_is_recorded_after_the_outcome,
                list::pending_come_oldest_first_then_finished_by_the_time_they_finished,
                list::pending_come_in_the_order_of_every_list,
                list::pages_of_any_size_make_up_the_whole_list,
                list::a_page_says_whether_another_one_follows,
                list::a_search_finds_parts_of_title_prompt_asker_and_project_in_any_case,
                list::a_cursor_that_was_never_handed_out_is_refused,
                list::a_page_is_capped,
                lookup::ids_are_found_by_their_beginning,
                lookup::only_the_same_question_of_the_same_asker_is_alike,
                lookup::a_call_stores_one_question_per_principal,
                lookup::the_deadline_that_falls_due_first_is_next,
                lookup::pending_ones_are_counted_and_listed_oldest_first,
                lookup::events_are_read_on_from_any_number,
                drafts::the_newest_draft_is_kept,
                drafts::a_draft_of_nothing_is_refused,
                retention::what_finished_too_long_ago_is_removed,
                retention::the_oldest_finished_ones_beyond_the_number_are_removed,
                retention::many_are_removed_at_once_and_the_audit_stays,
                access::web_sessions_are_added_touched_and_removed,
                access::tokens_are_added_touched_and_removed,
                audit::every_outcome_has_exactly_one_audit_row,
                audit::an_untouched_store_has_nothing_to_report,
                audit::a_removed_end_of_the_audit_is_found,
                audit::every_kind_of_tampering_is_found_and_named,
                audit::the_audit_is_read_page_by_page_outcomes_first,
                audit::an_outcome_stays_in_the_audit_without_its_interaction,
                hub_events::only_a_change_of_the_guard_is_an_event,
                hub_events::they_end_the_audit_and_outlive_retention,
                hub_events::tampering_with_them_is_refused_or_found,
                filters::filters_narrow_alone_and_together_on_pages_of_any_size,
                import::an_imported_record_reads_back_with_its_own_times,
                import::the_audit_row_of_an_import_says_so,
                import::importing_again_adds_nothing_even_after_retention,
                import::an_import_is_made_as_a_whole_or_not_at_all,
                import::what_was_imported_stays_on_record,
            }
        }
    };
}

macro_rules! cases {
    ($backend:ty; $($group:ident :: $case:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let backend = <$backend as $crate::support::Backend>::fresh().await;
                $crate::conformance::$group::$case(&backend).await;
            }
        )*
    };
}

pub(crate) use {cases, conformance};
