// Generated from the database by `npm run types`; a test fails when the two drift apart.
export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      cache_tags: {
        Row: {
          tag: string
          version: number
        }
        Insert: {
          tag: string
          version?: number
        }
        Update: {
          tag?: string
          version?: number
        }
        Relationships: []
      }
      catalogue_totals: {
        Row: {
          course_count: number
          is_only_row: boolean
          lecture_count: number
        }
        Insert: {
          course_count?: number
          is_only_row?: boolean
          lecture_count?: number
        }
        Update: {
          course_count?: number
          is_only_row?: boolean
          lecture_count?: number
        }
        Relationships: []
      }
      course_subjects: {
        Row: {
          course_name: string
          lecture_count: number
          sort_name: string
          subject: string
          view_rate: number | null
        }
        Insert: {
          course_name: string
          lecture_count: number
          sort_name?: never
          subject: string
          view_rate?: number | null
        }
        Update: {
          course_name?: string
          lecture_count?: number
          sort_name?: never
          subject?: string
          view_rate?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "course_subjects_course_name_fkey"
            columns: ["course_name"]
            referencedRelation: "course_summaries"
            referencedColumns: ["course_name"]
          },
        ]
      }
      course_summaries: {
        Row: {
          course_id: string
          course_name: string
          description: string | null
          image: string | null
          institution: string | null
          instructor: string | null
          lecture_count: number
          preferred_id: string
          sort_name: string
          subject: string | null
          view_rate: number | null
          youtube: string | null
        }
        Insert: {
          course_id: string
          course_name: string
          description?: string | null
          image?: string | null
          institution?: string | null
          instructor?: string | null
          lecture_count: number
          preferred_id: string
          sort_name?: never
          subject?: string | null
          view_rate?: number | null
          youtube?: string | null
        }
        Update: {
          course_id?: string
          course_name?: string
          description?: string | null
          image?: string | null
          institution?: string | null
          instructor?: string | null
          lecture_count?: number
          preferred_id?: string
          sort_name?: never
          subject?: string | null
          view_rate?: number | null
          youtube?: string | null
        }
        Relationships: []
      }
      import_differences: {
        Row: {
          after: Json | null
          before: Json | null
          job_id: string
          kind: string
          nth: number
        }
        Insert: {
          after?: Json | null
          before?: Json | null
          job_id: string
          kind: string
          nth: number
        }
        Update: {
          after?: Json | null
          before?: Json | null
          job_id?: string
          kind?: string
          nth?: number
        }
        Relationships: [
          {
            foreignKeyName: "import_differences_job_id_fkey"
            columns: ["job_id"]
            referencedRelation: "import_jobs"
            referencedColumns: ["id"]
          },
        ]
      }
      import_jobs: {
        Row: {
          attempts: number
          can_retry: boolean
          cancelled_at: string | null
          change_count: number
          check_id: string | null
          created_at: string
          edited_rows: number
          emptied: string[]
          emptied_edited_rows: number
          emptied_rows: number
          error_message: string | null
          fields: Json | null
          file_name: string | null
          file_path: string | null
          file_size: number | null
          has_history: boolean
          id: string
          ignored_columns: string[]
          inserted_rows: number
          lease_owner: string | null
          lease_seconds: number | null
          lease_until: string | null
          missing_rows: number | null
          mode: string
          overwrites_edits: boolean
          processed_rows: number
          rejected_rows: number
          removed_rows: number
          removes_missing: boolean
          replacing_rows: number
          started_at: string | null
          status: string
          total_rows: number | null
          unchanged_rows: number
          undo_of: string | null
          updated_at: string
          updated_rows: number
          user_id: string | null
          warnings: NonNullable<Json>
        }
        Insert: {
          attempts?: number
          can_retry?: boolean
          cancelled_at?: string | null
          change_count?: number
          check_id?: string | null
          created_at?: string
          edited_rows?: number
          emptied?: string[]
          emptied_edited_rows?: number
          emptied_rows?: number
          error_message?: string | null
          fields?: Json | null
          file_name?: string | null
          file_path?: string | null
          file_size?: number | null
          has_history?: boolean
          id?: string
          ignored_columns?: string[]
          inserted_rows?: number
          lease_owner?: string | null
          lease_seconds?: number | null
          lease_until?: string | null
          missing_rows?: number | null
          mode?: string
          overwrites_edits?: boolean
          processed_rows?: number
          rejected_rows?: number
          removed_rows?: number
          removes_missing?: boolean
          replacing_rows?: number
          started_at?: string | null
          status?: string
          total_rows?: number | null
          unchanged_rows?: number
          undo_of?: string | null
          updated_at?: string
          updated_rows?: number
          user_id?: string | null
          warnings?: NonNullable<Json>
        }
        Update: {
          attempts?: number
          can_retry?: boolean
          cancelled_at?: string | null
          change_count?: number
          check_id?: string | null
          created_at?: string
          edited_rows?: number
          emptied?: string[]
          emptied_edited_rows?: number
          emptied_rows?: number
          error_message?: string | null
          fields?: Json | null
          file_name?: string | null
          file_path?: string | null
          file_size?: number | null
          has_history?: boolean
          id?: string
          ignored_columns?: string[]
          inserted_rows?: number
          lease_owner?: string | null
          lease_seconds?: number | null
          lease_until?: string | null
          missing_rows?: number | null
          mode?: string
          overwrites_edits?: boolean
          processed_rows?: number
          rejected_rows?: number
          removed_rows?: number
          removes_missing?: boolean
          replacing_rows?: number
          started_at?: string | null
          status?: string
          total_rows?: number | null
          unchanged_rows?: number
          undo_of?: string | null
          updated_at?: string
          updated_rows?: number
          user_id?: string | null
          warnings?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "import_jobs_check_id_fkey"
            columns: ["check_id"]
            referencedRelation: "import_jobs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "import_jobs_undo_of_fkey"
            columns: ["undo_of"]
            referencedRelation: "import_jobs"
            referencedColumns: ["id"]
          },
        ]
      }
      import_rejections: {
        Row: {
          column_name: string | null
          fault_number: number
          job_id: string
          reason: string
          row_number: number
          value: string | null
        }
        Insert: {
          column_name?: string | null
          fault_number: number
          job_id: string
          reason: string
          row_number: number
          value?: string | null
        }
        Update: {
          column_name?: string | null
          fault_number?: number
          job_id?: string
          reason?: string
          row_number?: number
          value?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "import_rejections_job_id_fkey"
            columns: ["job_id"]
            referencedRelation: "import_jobs"
            referencedColumns: ["id"]
          },
        ]
      }
      lectures: {
        Row: {
          "Course Description": string | null
          "Course Name": string
          id: number
          Image: string | null
          Insitution: string | null
          Instructor: string | null
          is_hidden: boolean
          Keywords: string | null
          "lecture name": string
          "Lecture Number": number | null
          "SEO:Slug": string | null
          Subject: string | null
          "View Rate": number | null
          Views: number | null
          youtube: string | null
        }
        Insert: {
          "Course Description"?: string | null
          "Course Name": string
          id?: never
          Image?: string | null
          Insitution?: string | null
          Instructor?: string | null
          is_hidden?: boolean
          Keywords?: string | null
          "lecture name": string
          "Lecture Number"?: number | null
          "SEO:Slug"?: string | null
          Subject?: string | null
          "View Rate"?: number | null
          Views?: number | null
          youtube?: string | null
        }
        Update: {
          "Course Description"?: string | null
          "Course Name"?: string
          id?: never
          Image?: string | null
          Insitution?: string | null
          Instructor?: string | null
          is_hidden?: boolean
          Keywords?: string | null
          "lecture name"?: string
          "Lecture Number"?: number | null
          "SEO:Slug"?: string | null
          Subject?: string | null
          "View Rate"?: number | null
          Views?: number | null
          youtube?: string | null
        }
        Relationships: []
      }
      notes: {
        Row: {
          at_seconds: number
          body: string
          course_name: string
          created_at: string
          id: string
          lecture_name: string
          record_id: number | null
          until_seconds: number | null
          updated_at: string
          user_id: string
          versions: string[]
          video_id: string | null
        }
        Insert: {
          at_seconds: number
          body?: string
          course_name: string
          created_at?: string
          id: string
          lecture_name: string
          record_id?: number | null
          until_seconds?: number | null
          updated_at?: string
          user_id: string
          versions?: string[]
          video_id?: string | null
        }
        Update: {
          at_seconds?: number
          body?: string
          course_name?: string
          created_at?: string
          id?: string
          lecture_name?: string
          record_id?: number | null
          until_seconds?: number | null
          updated_at?: string
          user_id?: string
          versions?: string[]
          video_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "notes_record_id_fkey"
            columns: ["record_id"]
            referencedRelation: "lectures"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          display_name: string | null
          id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          display_name?: string | null
          id?: string
          user_id: string
        }
        Update: {
          created_at?: string
          display_name?: string | null
          id?: string
          user_id?: string
        }
        Relationships: []
      }
      quiz_questions: {
        Row: {
          correct_answer: number
          course_id: string
          explanation: string | null
          id: number
          options: string[]
          place: number
          question: string
        }
        Insert: {
          correct_answer: number
          course_id: string
          explanation?: string | null
          id?: never
          options: string[]
          place?: number
          question: string
        }
        Update: {
          correct_answer?: number
          course_id?: string
          explanation?: string | null
          id?: never
          options?: string[]
          place?: number
          question?: string
        }
        Relationships: []
      }
      subject_summaries: {
        Row: {
          course_count: number
          lecture_count: number
          subject: string
        }
        Insert: {
          course_count: number
          lecture_count: number
          subject: string
        }
        Update: {
          course_count?: number
          lecture_count?: number
          subject?: string
        }
        Relationships: []
      }
      user_progress: {
        Row: {
          active_week: string | null
          auto_completed: boolean
          completed: boolean
          completed_week: string | null
          dismissed_at: string | null
          duration: number | null
          last_watched_position: number
          position_at: string | null
          record_id: number
          updated_at: string
          user_id: string
          video_id: string | null
          watched: unknown
        }
        Insert: {
          active_week?: string | null
          auto_completed?: boolean
          completed?: boolean
          completed_week?: string | null
          dismissed_at?: string | null
          duration?: number | null
          last_watched_position?: number
          position_at?: string | null
          record_id: number
          updated_at?: string
          user_id: string
          video_id?: string | null
          watched?: unknown
        }
        Update: {
          active_week?: string | null
          auto_completed?: boolean
          completed?: boolean
          completed_week?: string | null
          dismissed_at?: string | null
          duration?: number | null
          last_watched_position?: number
          position_at?: string | null
          record_id?: number
          updated_at?: string
          user_id?: string
          video_id?: string | null
          watched?: unknown
        }
        Relationships: [
          {
            foreignKeyName: "user_progress_record_id_fkey"
            columns: ["record_id"]
            referencedRelation: "lectures"
            referencedColumns: ["id"]
          },
        ]
      }
      user_roles: {
        Row: {
          role: string
          user_id: string
        }
        Insert: {
          role?: string
          user_id: string
        }
        Update: {
          role?: string
          user_id?: string
        }
        Relationships: []
      }
      video_lengths: {
        Row: {
          expires_at: string
          seconds: number
          video_id: string
        }
        Insert: {
          expires_at: string
          seconds: number
          video_id: string
        }
        Update: {
          expires_at?: string
          seconds?: number
          video_id?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      add_lecture: { Args: { p_cells: string }; Returns: Json }
      add_quiz_question: {
        Args: {
          p_correct_answer: number
          p_course_id: string
          p_explanation: string
          p_options: string
          p_question: string
        }
        Returns: string
      }
      admin_counts: {
        Args: Record<PropertyKey, never>
        Returns: {
          courses: number
          failing_videos: number
          hidden_lectures: number
          lectures: number
          subjects: number
          users: number
        }[]
      }
      admin_course: { Args: { p_course: string }; Returns: Json }
      admin_courses: {
        Args: { p_limit: number; p_offset: number; p_query: string }
        Returns: {
          course_id: string
          course_name: string
          institution: string
          lecture_count: number
          subject: string
          total: number
        }[]
      }
      admin_dashboard: {
        Args: Record<PropertyKey, never>
        Returns: {
          courses: number
          failing_videos: number
          hidden_lectures: number
          imports: Json
          incomplete: number
          incomplete_courses: Json
          lectures: number
          missed_searches: Json
          subjects: number
          users: number
          weeks: Json
          without_description: number
          without_picture: number
        }[]
      }
      admin_export_lectures: {
        Args: {
          p_after_course: string
          p_after_id: number
          p_after_number: number
          p_limit: number
          p_query: string
        }
        Returns: {
          "Course Description": string | null
          "Course Name": string
          id: number
          Image: string | null
          Insitution: string | null
          Instructor: string | null
          is_hidden: boolean
          Keywords: string | null
          "lecture name": string
          "Lecture Number": number | null
          "SEO:Slug": string | null
          Subject: string | null
          "View Rate": number | null
          Views: number | null
          youtube: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "lectures"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      admin_failing_lectures: {
        Args: { p_after: number; p_limit: number }
        Returns: {
          "Course Description": string | null
          "Course Name": string
          id: number
          Image: string | null
          Insitution: string | null
          Instructor: string | null
          is_hidden: boolean
          Keywords: string | null
          "lecture name": string
          "Lecture Number": number | null
          "SEO:Slug": string | null
          Subject: string | null
          "View Rate": number | null
          Views: number | null
          youtube: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "lectures"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      admin_find_lectures: {
        Args: { p_text: string }
        Returns: {
          course_name: string
          id: number
          instructor: string
          lecture_name: string
          subject: string
          views: number
        }[]
      }
      admin_imports: {
        Args: { p_limit: number; p_offset: number }
        Returns: {
          imports: Json
          open_import: Json
          total: number
        }[]
      }
      admin_lecture: { Args: { p_id: number }; Returns: Json }
      admin_lectures: {
        Args: {
          p_descending?: boolean
          p_limit: number
          p_offset: number
          p_query: string
          p_sort?: string
        }
        Returns: {
          course_name: string
          hidden: number
          id: number
          instructor: string
          lecture_name: string
          matches: number
          subject: string
          total: number
          views: number
        }[]
      }
      admin_log: {
        Args: {
          p_before: number
          p_limit: number
          p_person: string
          p_what: string
        }
        Returns: {
          account_email: string
          account_id: string
          account_name: string
          actor_email: string
          actor_id: string
          actor_name: string
          address: string
          details: Json
          event: string
          happened_at: number
          id: number
          is_operators: boolean
        }[]
      }
      admin_log_events: {
        Args: Record<PropertyKey, never>
        Returns: {
          event: string
          kind: string
        }[]
      }
      admin_quiz: {
        Args: { p_course_id: string }
        Returns: {
          course_id: string
          course_name: string
          questions: Json
          version: string
        }[]
      }
      admin_quizzes: {
        Args: { p_limit: number; p_offset: number; p_query: string }
        Returns: {
          course_id: string
          course_name: string
          matches: number
          questions: number
          total: number
        }[]
      }
      admin_similar_courses: {
        Args: Record<PropertyKey, never>
        Returns: {
          course_names: string[]
          key: string
        }[]
      }
      admin_similar_subjects: {
        Args: Record<PropertyKey, never>
        Returns: {
          key: string
          subjects: string[]
        }[]
      }
      admin_subjects: {
        Args: { p_limit: number; p_offset: number; p_query: string }
        Returns: {
          course_count: number
          lecture_count: number
          subject: string
          total: number
        }[]
      }
      admin_users: {
        Args: {
          p_limit: number
          p_offset: number
          p_query: string
          p_role: string
        }
        Returns: {
          created_at: number
          display_name: string
          email: string
          matches: number
          role: string
          total: number
          user_id: string
        }[]
      }
      admin_videos: {
        Args: { p_limit: number; p_offset: number }
        Returns: {
          first_bad: number
          last_bad: number
          last_played: number
          lecture_count: number
          lectures: Json
          reason: string
          reporters: number
          state: string
          total: number
          video_id: string
        }[]
      }
      applied_migrations: {
        Args: Record<PropertyKey, never>
        Returns: {
          checksum: string
          name: string
          version: string
        }[]
      }
      cancel_import_job: { Args: { p_job: string }; Returns: boolean }
      change_quiz_question: {
        Args: {
          p_correct_answer: number
          p_explanation: string
          p_id: number
          p_options: string
          p_question: string
          p_version: string
        }
        Returns: string
      }
      check_import_batch: {
        Args: {
          p_digests?: string
          p_fields?: string
          p_job: string
          p_position: number
          p_rejected?: string
          p_rejected_keys?: string
          p_rows: string
          p_unchanged_again?: number
          p_updated_again?: number
          p_worker: string
        }
        Returns: {
          inserted: number
          rejected: number
          unchanged: number
          updated: number
          wanted: number[]
        }[]
      }
      claim_import_job: {
        Args: { p_job?: string; p_lease_seconds?: number; p_worker: string }
        Returns: {
          attempts: number
          can_retry: boolean
          cancelled_at: string | null
          change_count: number
          check_id: string | null
          created_at: string
          edited_rows: number
          emptied: string[]
          emptied_edited_rows: number
          emptied_rows: number
          error_message: string | null
          fields: Json | null
          file_name: string | null
          file_path: string | null
          file_size: number | null
          has_history: boolean
          id: string
          ignored_columns: string[]
          inserted_rows: number
          lease_owner: string | null
          lease_seconds: number | null
          lease_until: string | null
          missing_rows: number | null
          mode: string
          overwrites_edits: boolean
          processed_rows: number
          rejected_rows: number
          removed_rows: number
          removes_missing: boolean
          replacing_rows: number
          started_at: string | null
          status: string
          total_rows: number | null
          unchanged_rows: number
          undo_of: string | null
          updated_at: string
          updated_rows: number
          user_id: string | null
          warnings: NonNullable<Json>
        }[]
        SetofOptions: {
          from: "*"
          to: "import_jobs"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      claim_thumbnail_check: {
        Args: { p_videos: number; p_worker: string }
        Returns: {
          step: number
          videos: string[]
        }[]
      }
      continue_watching: {
        Args: { p_limit: number }
        Returns: {
          course_id: string
          course_name: string
          image: string
          institution: string
          lecture_count: number
          lecture_id: string
          lecture_image: string
          lecture_name: string
          lecture_youtube: string
          nth: number
          place: Json
          record_id: number
          youtube: string
        }[]
      }
      count_weeks: { Args: Record<PropertyKey, never>; Returns: undefined }
      course_page: {
        Args: { p_course_id: string }
        Returns: {
          course_id: string
          course_name: string
          description: string
          image: string
          institution: string
          instructor: string
          lectures: Json
          question_count: number
          similar_courses: Json
          subject: string
          youtube: string
        }[]
      }
      course_progress: { Args: { p_course_name: string }; Returns: Json }
      delete_account: { Args: { p_account: string }; Returns: boolean }
      delete_lectures: { Args: { p_ids: number[] }; Returns: Json }
      delete_note: {
        Args: { p_based_on?: string; p_id: string }
        Returns: undefined
      }
      delete_quiz_question: { Args: { p_id: number }; Returns: boolean }
      dismiss_course: { Args: { p_course_name: string }; Returns: undefined }
      edit_course: {
        Args: { p_cells: string; p_course: string; p_version: string }
        Returns: Json
      }
      edit_lecture: {
        Args: { p_cells: string; p_id: number; p_version: string }
        Returns: Json
      }
      end_own_session: { Args: { p_session: string }; Returns: boolean }
      find_course: {
        Args: { p_course_id: string }
        Returns: {
          course_id: string
          course_name: string
          description: string | null
          image: string | null
          institution: string | null
          instructor: string | null
          lecture_count: number
          preferred_id: string
          sort_name: string
          subject: string | null
          view_rate: number | null
          youtube: string | null
        }
        SetofOptions: {
          from: "*"
          to: "course_summaries"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      find_quiz: {
        Args: { p_course_id: string }
        Returns: {
          course_id: string
          course_name: string
          questions: Json
        }[]
      }
      finish_import_job: {
        Args: { p_error?: string; p_job: string; p_worker: string }
        Returns: boolean
      }
      forget_missed_searches: { Args: { p_limit: number }; Returns: undefined }
      forget_old_changes: { Args: { p_limit?: number }; Returns: number }
      forget_watching: { Args: Record<PropertyKey, never>; Returns: undefined }
      give_role: {
        Args: { p_account: string; p_role: string }
        Returns: string
      }
      home_page: {
        Args: { p_courses_per_subject: number; p_subjects: number }
        Returns: {
          course_count: number
          lecture_count: number
          sections: Json
          subject_count: number
        }[]
      }
      import_course_names: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      import_quiz: {
        Args: { p_course_id: string; p_questions: string; p_replaced?: string }
        Returns: {
          inserted: number
          removed: number
          unchanged: number
          updated: number
        }[]
      }
      import_quiz_questions: {
        Args: { p_questions: string }
        Returns: {
          inserted: number
          unchanged: number
          updated: number
        }[]
      }
      import_report: { Args: { p_job: string }; Returns: Json }
      installed_names: { Args: Record<PropertyKey, never>; Returns: string[] }
      is_recovering: { Args: Record<PropertyKey, never>; Returns: boolean }
      list_accounts: {
        Args: { p_part: string }
        Returns: {
          confirmation: string
          created_at: number
          display_name: string
          email: string
          id: string
          is_locked: boolean
          last_sign_in_at: number
          role: string
          total: number
        }[]
      }
      list_notes: {
        Args: { p_course_name: string; p_limit: number; p_offset: number }
        Returns: {
          at_seconds: number
          body: string
          course_id: string
          course_name: string
          created_at: number
          id: string
          institution: string
          lecture_id: string
          lecture_name: string
          record_id: number
          until_seconds: number
          version: string
          video_id: string
        }[]
      }
      merge_courses: { Args: { p_from: string; p_into: string }; Returns: Json }
      merge_preview: { Args: { p_from: string; p_into: string }; Returns: Json }
      merged_lecture: { Args: { p_id: number }; Returns: number }
      move_lectures: {
        Args: { p_course: string; p_ids: number[] }
        Returns: Json
      }
      move_quiz_question: {
        Args: { p_by: number; p_id: number }
        Returns: boolean
      }
      moved_course: { Args: { p_course_id: string }; Returns: string }
      moved_lecture: {
        Args: { p_course_id: string; p_lecture_id: string }
        Returns: {
          course_id: string
          id: number
        }[]
      }
      my_learning: {
        Args: { p_limit: number; p_offset: number }
        Returns: {
          completed_count: number
          course_id: string
          course_name: string
          description: string
          image: string
          institution: string
          instructor: string
          last_activity: number
          lecture_count: number
          subject: string
          youtube: string
        }[]
      }
      own_role: { Args: Record<PropertyKey, never>; Returns: string }
      own_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          created_at: number
          device: string
          id: string
          is_current: boolean
          last_active_at: number
        }[]
      }
      read_audit_log: {
        Args: { p_account: string; p_since: number }
        Returns: {
          account_id: string
          actor: string
          address: string
          details: Json
          email: string
          event: string
          happened_at: number
          is_operators: boolean
          total: number
        }[]
      }
      recent_checks: {
        Args: Record<PropertyKey, never>
        Returns: {
          attempts: number
          can_retry: boolean
          cancelled_at: string | null
          change_count: number
          check_id: string | null
          created_at: string
          edited_rows: number
          emptied: string[]
          emptied_edited_rows: number
          emptied_rows: number
          error_message: string | null
          fields: Json | null
          file_name: string | null
          file_path: string | null
          file_size: number | null
          has_history: boolean
          id: string
          ignored_columns: string[]
          inserted_rows: number
          lease_owner: string | null
          lease_seconds: number | null
          lease_until: string | null
          missing_rows: number | null
          mode: string
          overwrites_edits: boolean
          processed_rows: number
          rejected_rows: number
          removed_rows: number
          removes_missing: boolean
          replacing_rows: number
          started_at: string | null
          status: string
          total_rows: number | null
          unchanged_rows: number
          undo_of: string | null
          updated_at: string
          updated_rows: number
          user_id: string | null
          warnings: NonNullable<Json>
        }[]
        SetofOptions: {
          from: "*"
          to: "import_jobs"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      recent_corrections: { Args: Record<PropertyKey, never>; Returns: Json }
      record_account_command: {
        Args: { p_account: string; p_event: string }
        Returns: undefined
      }
      record_mail_request: {
        Args: { p_key: string; p_pause: number }
        Returns: number
      }
      record_missed_search: { Args: { p_query: string }; Returns: boolean }
      record_session: {
        Args: {
          p_address: string
          p_device: string
          p_is_recovery: boolean
          p_session: string
        }
        Returns: undefined
      }
      record_sign_in: {
        Args: { p_address: string; p_email: string; p_event: string }
        Returns: undefined
      }
      record_sign_in_attempt: {
        Args: {
          p_account: string
          p_account_limit: number
          p_address: string
          p_address_limit: number
        }
        Returns: number
      }
      record_sign_in_success: {
        Args: { p_account: string; p_address: string }
        Returns: undefined
      }
      record_thumbnail_check: {
        Args: {
          p_found: string
          p_missing: string
          p_step: number
          p_worker: string
        }
        Returns: boolean
      }
      record_watching: {
        Args: { p_completes?: boolean; p_items: string }
        Returns: Json
      }
      release_import_job: {
        Args: {
          p_error?: string
          p_is_full?: boolean
          p_job: string
          p_worker: string
        }
        Returns: boolean
      }
      remember_columns: {
        Args: { p_fields: string; p_header: string }
        Returns: undefined
      }
      remembered_columns: {
        Args: Record<PropertyKey, never>
        Returns: {
          fields: Json
          header: string
        }[]
      }
      remove_missing_batch: {
        Args: {
          p_job: string
          p_limit?: number
          p_position: number
          p_worker: string
        }
        Returns: {
          removed: number
          unchanged: number
        }[]
      }
      rename_subject: { Args: { p_from: string; p_to: string }; Returns: Json }
      renew_import_lease: {
        Args: {
          p_ignored_columns?: string[]
          p_job: string
          p_total?: number
          p_warnings?: string
          p_worker: string
        }
        Returns: boolean
      }
      replace_video: {
        Args: { p_by: string; p_video: string }
        Returns: number
      }
      report_video: {
        Args: {
          p_code: number
          p_duration?: number
          p_network?: string
          p_record_id: number
          p_reporter: string
        }
        Returns: boolean
      }
      rest_thumbnail_check: {
        Args: { p_seconds: number; p_worker: string }
        Returns: undefined
      }
      retry_import_job: {
        Args: { p_actor?: string; p_job: string }
        Returns: boolean
      }
      review_video: {
        Args: { p_verdict: string; p_video: string }
        Returns: boolean
      }
      save_note: { Args: { p_id: string; p_note: string }; Returns: string }
      search_catalogue: {
        Args: { p_named: number; p_query: string }
        Returns: {
          course_id: string
          course_name: string
          description: string
          image: string
          institution: string
          lecture_count: number
          match_count: number
          matches: Json
          subject: string
          youtube: string
        }[]
      }
      set_account_email: {
        Args: { p_account: string; p_email: string }
        Returns: boolean
      }
      set_account_lock: {
        Args: { p_account: string; p_is_locked: boolean }
        Returns: boolean
      }
      set_own_display_name: { Args: { p_name: string }; Returns: string }
      set_user_role: {
        Args: { p_account: string; p_role: string }
        Returns: string
      }
      sitemap_courses: { Args: { p_file: number }; Returns: string[] }
      sitemap_files: {
        Args: Record<PropertyKey, never>
        Returns: {
          course_files: number
          lecture_files: number[]
          subject_files: number
        }[]
      }
      sitemap_lectures: { Args: { p_file: number }; Returns: string[] }
      sitemap_subjects: { Args: { p_file: number }; Returns: string[] }
      subject_courses: {
        Args: { p_limit: number; p_offset: number; p_subject?: string }
        Returns: {
          course_id: string
          course_name: string
          description: string
          image: string
          institution: string
          subject: string
          total: number
          youtube: string
        }[]
      }
      subjects_by_name: {
        Args: { p_limit: number; p_offset: number }
        Returns: {
          course_count: number
          subject: string
          total: number
        }[]
      }
      take_back_sign_in_attempt: {
        Args: { p_account: string; p_address: string }
        Returns: undefined
      }
      tidy_videos: { Args: { p_limit: number }; Returns: undefined }
      undo_import: { Args: { p_job: string }; Returns: string }
      write_import_batch: {
        Args: {
          p_job: string
          p_position: number
          p_rejected?: string
          p_repeated?: number[]
          p_rows: string
          p_worker: string
        }
        Returns: {
          inserted: number
          rejected: number
          unchanged: number
          updated: number
        }[]
      }
      write_undo_batch: {
        Args: {
          p_job: string
          p_limit?: number
          p_position: number
          p_worker: string
        }
        Returns: {
          inserted: number
          rejected: number
          removed: number
          unchanged: number
          updated: number
        }[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
