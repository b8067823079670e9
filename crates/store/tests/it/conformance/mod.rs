//! The suite that every backend passes: one list of cases, run on each type that implements
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
pub(crate) mod tasks;

/// Makes one test of every case for one backend.
macro_rules! conformance {
    ($name:ident, $backend:ty) => {
        mod $name {
            use $crate::conformance::cases;
            cases! { $backend;
                lifecycle::stored_question_reads_back_as_it_was_asked,
                lifecycle::store_returns_nothing_for_an_unknown_question,
                lifecycle::append_applies_and_numbers_its_events,
                lifecycle::append_without_events_changes_nothing,
                lifecycle::append_reports_a_conflict_on_an_older_revision,
                lifecycle::stored_outcome_reads_back_as_it_was_decided,
                lifecycle::closed_store_refuses_calls_and_keeps_everything_for_the_next_opening,
                lifecycle::create_refuses_an_id_that_is_stored_already,
                races::store_records_exactly_one_of_many_concurrent_answers,
                races::sequence_numbers_have_no_gaps_under_concurrent_writes,
                races::question_limits_hold_under_concurrent_asking,
                races::principal_has_one_byte_budget_under_all_its_client_names,
                races::dropped_call_does_not_stop_other_writes,
                races::asker_at_its_limit_does_not_block_other_askers,
                guards::schema_refuses_a_second_outcome,
                guards::schema_refuses_sql_that_changes_an_outcome,
                guards::schema_refuses_sql_that_changes_a_question,
                guards::schema_refuses_sql_that_removes_a_pending_question,
                guards::schema_refuses_to_close_a_question_without_an_audit_row,
                guards::schema_keeps_events_and_audit_rows_append_only,
                guards::delivery_can_be_recorded_after_the_outcome,
                list::list_shows_pending_questions_oldest_first_and_finished_ones_latest_first,
                list::list_orders_pending_questions_like_every_other_list,
                list::list_pages_of_any_size_make_up_the_whole_list,
                list::list_page_says_whether_another_one_follows,
                list::search_finds_parts_of_title_prompt_agent_and_project_in_any_case,
                list::list_refuses_a_cursor_that_it_never_returned,
                list::list_page_has_a_maximum_size,
                lookup::lookup_finds_ids_by_their_prefix,
                lookup::lookup_matches_only_the_same_question_of_the_same_asker,
                lookup::call_key_stores_one_question_per_principal,
                lookup::next_deadline_is_the_earliest_one,
                lookup::pending_questions_are_counted_and_listed_oldest_first,
                lookup::log_returns_events_after_any_number,
                drafts::store_keeps_the_newest_draft,
                drafts::store_refuses_a_draft_for_an_unknown_question,
                retention::retention_removes_questions_that_finished_before_the_cutoff,
                retention::retention_removes_the_oldest_finished_questions_above_the_limit,
                retention::retention_removes_many_questions_and_keeps_the_audit,
                access::web_sessions_are_added_touched_and_removed,
                access::tokens_are_added_touched_and_removed,
                audit::audit_has_exactly_one_row_per_outcome,
                audit::verify_audit_finds_no_problem_in_an_unchanged_store,
                audit::verify_audit_reports_removed_rows_at_the_end,
                audit::verify_audit_names_every_kind_of_tampering,
                audit::audit_is_read_in_pages_with_outcomes_first,
                audit::audit_keeps_an_outcome_after_its_question_is_removed,
                hub_events::hub_event_is_recorded_only_when_the_agent_guard_changes,
                hub_events::hub_events_come_last_in_the_audit_and_survive_retention,
                hub_events::tampering_with_hub_events_is_refused_or_found_by_verify_audit,
                filters::list_filters_work_alone_and_combined_on_pages_of_any_size,
                tasks::thread_reads_back_with_every_change,
                tasks::new_thread_is_stored_with_its_first_task_or_not_at_all,
                tasks::task_reads_back_after_every_step,
                tasks::task_step_reports_a_conflict_on_an_older_revision,
                tasks::task_and_its_question_are_stored_together,
                tasks::queue_is_in_the_order_of_waiting,
                tasks::messages_are_queued_until_an_attempt_takes_them,
                tasks::output_reads_back_from_any_position,
                tasks::output_is_cut_at_the_beginning_when_it_is_too_long,
                tasks::tool_calls_and_the_plan_are_kept_as_they_are_by_now,
                tasks::lease_is_renewed_for_attempts_of_its_holder_only,
                tasks::threads_are_removed_only_when_all_their_tasks_are_finished,
                tasks::events_of_all_subjects_share_one_gap_free_log,
                tasks::verify_audit_names_tasks_and_threads_that_were_tampered_with,
                tasks::schema_refuses_sql_that_changes_or_removes_task_records,
                import::imported_record_reads_back_with_its_original_times,
                import::audit_row_of_an_imported_record_is_marked_as_imported,
                import::import_adds_nothing_the_second_time_even_after_retention,
                import::import_stores_all_records_or_none,
                import::schema_refuses_sql_that_changes_an_import_record,
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
